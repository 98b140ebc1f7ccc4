; ModuleID = 'inst-compare-select.bc'
source_filename = "inst-compare-select.ll"

define void @cmps(i32 %a, i32 %b, float %f, float %g, ptr %p, <2 x i32> %v, <2 x double> %d, i1 %c, <2 x i1> %vc) {
  %ieq = icmp eq i32 %a, %b
  %seq = icmp samesign eq i32 %a, %b
  %ine = icmp ne i32 %a, %b
  %sne = icmp samesign ne i32 %a, %b
  %iugt = icmp ugt i32 %a, %b
  %sugt = icmp samesign ugt i32 %a, %b
  %iuge = icmp uge i32 %a, %b
  %suge = icmp samesign uge i32 %a, %b
  %iult = icmp ult i32 %a, %b
  %sult = icmp samesign ult i32 %a, %b
  %iule = icmp ule i32 %a, %b
  %sule = icmp samesign ule i32 %a, %b
  %isgt = icmp sgt i32 %a, %b
  %ssgt = icmp samesign sgt i32 %a, %b
  %isge = icmp sge i32 %a, %b
  %ssge = icmp samesign sge i32 %a, %b
  %islt = icmp slt i32 %a, %b
  %sslt = icmp samesign slt i32 %a, %b
  %isle = icmp sle i32 %a, %b
  %ssle = icmp samesign sle i32 %a, %b
  %ffalse = fcmp false float %f, %g
  %foeq = fcmp oeq float %f, %g
  %fogt = fcmp ogt float %f, %g
  %foge = fcmp oge float %f, %g
  %folt = fcmp olt float %f, %g
  %fole = fcmp ole float %f, %g
  %fone = fcmp one float %f, %g
  %ford = fcmp ord float %f, %g
  %fueq = fcmp ueq float %f, %g
  %fugt = fcmp ugt float %f, %g
  %fuge = fcmp uge float %f, %g
  %fult = fcmp ult float %f, %g
  %fule = fcmp ule float %f, %g
  %fune = fcmp une float %f, %g
  %funo = fcmp uno float %f, %g
  %ftrue = fcmp true float %f, %g
  %fffast = fcmp fast olt float %f, %g
  %ffnnan = fcmp nnan olt float %f, %g
  %ffninfnsz = fcmp ninf nsz olt float %f, %g
  %ffreassocarcpcontractafn = fcmp reassoc arcp contract afn olt float %f, %g
  %1 = icmp eq ptr %p, null
  %2 = icmp samesign ult <2 x i32> %v, splat (i32 5)
  %3 = fcmp nnan uno <2 x double> %d, zeroinitializer
  %4 = select i1 %c, i32 %a, i32 %b
  %5 = select <2 x i1> %vc, <2 x i32> %v, <2 x i32> zeroinitializer
  %6 = select i1 %c, <2 x i32> %v, <2 x i32> poison
  %7 = select fast i1 %c, float %f, float %g
  %8 = select nnan nsz i1 true, float 1.000000e+00, float %g
  %9 = select i1 %c, ptr %p, ptr null, !prof !0, !unpredictable !1
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 99}
!1 = !{}
