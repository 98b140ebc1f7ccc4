; ModuleID = 'inst-cast.bc'
source_filename = "inst-cast.ll"

define void @casts(i32 %i, i64 %l, float %f, double %d, ptr %p, <2 x i32> %vi, <2 x float> %vf, <2 x ptr> %vp, i1 %b, <vscale x 4 x i16> %s) {
  %x3 = trunc i64 %l to i32
  %x4 = trunc nuw i64 %l to i32
  %x5 = trunc nsw i64 %l to i32
  %x6 = trunc nuw nsw i64 %l to i32
  %x7 = trunc <2 x i32> %vi to <2 x i8>
  %x8 = zext i32 %i to i64
  %x9 = zext nneg i32 %i to i64
  %x10 = zext i1 %b to i8
  %x11 = sext i32 %i to i64
  %x12 = sext <2 x i32> %vi to <2 x i64>
  %x13 = fptrunc double %d to float
  %x14 = fptrunc fast double %d to half
  %x15 = fptrunc nnan contract double %d to bfloat
  %x16 = fpext float %f to double
  %x17 = fpext ninf float %f to x86_fp80
  %x18 = fptoui float %f to i32
  %x19 = fptosi double %d to i128
  %x20 = uitofp i32 %i to float
  %x21 = uitofp nneg i32 %i to float
  %x23 = sitofp i64 %l to double
  %x26 = ptrtoint ptr %p to i64
  %x27 = ptrtoint ptr %p to i8
  %x28 = ptrtoaddr ptr %p to i64
  %x29 = inttoptr i64 %l to ptr
  %x30 = inttoptr i32 %i to ptr addrspace(5)
  %x31 = bitcast float %f to i32
  %x32 = bitcast <2 x i32> %vi to i64
  %x33 = bitcast double %d to <2 x i32>
  %x34 = addrspacecast ptr %p to ptr addrspace(3)
  %x35 = ptrtoint <2 x ptr> %vp to <2 x i64>
  %x36 = addrspacecast <2 x ptr> %vp to <2 x ptr addrspace(1)>
  %x37 = fptosi <2 x float> %vf to <2 x i16>
  %x38 = sext <vscale x 4 x i16> %s to <vscale x 4 x i32>
  %x39 = bitcast ptr %p to ptr
  ret void
}
