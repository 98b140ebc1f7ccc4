%s = type { i32, i64 }
%sssssssss = type { i32, i64 }
%ssssssssssss = type { i32, i64 }
%sssssssssssss = type { i32, i64 }
%ssssssssssssss = type { i32, i64 }
%sssssssssssssss = type { i32, i64 }
%ssssssssssssssss = type { i32, i64 }
%sssssssssssssssssssssssssssssss = type { i32, i64 }
%ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss = type { i32, i64 }
%sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss = type { i32, i64 }
%ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss = type { i32, i64 }
@g = global i32 0
@ggggggggg = global i32 0
@gggggggggggg = global i32 0
@ggggggggggggg = global i32 0
@gggggggggggggg = global i32 0
@ggggggggggggggg = global i32 0
@gggggggggggggggg = global i32 0
@ggggggggggggggggggggggggggggggg = global i32 0
@gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg = global i32 0
@ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg = global i32 0
@gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg = global i32 0
define i32 @f1(i32 %v, ptr %pv, i1 %cv) {
b:
  %lv = load volatile i32, ptr %pv, align 2
  %mv = load i32, ptr @g, align 4
  store volatile i32 %lv, ptr @g, align 4
  %ev = getelementptr inbounds nuw %s, ptr %pv, i64 -1, i32 1
  %addnuwnswv = add nuw nsw i32 %v, -1
  %subnswv = sub nsw i32 %v, 1
  %mulnuwv = mul nuw i32 %v, 1
  %shlv = shl i32 %v, 1
  %ordisjointv = or disjoint i32 %v, 1
  %orv = or i32 %v, 1
  %lshrexactv = lshr exact i32 %v, 1
  %ashrv = ashr i32 %v, 1
  %udivexactv = udiv exact i32 %v, 1
  %sdivv = sdiv i32 %v, 1
  %xorv = xor i32 %v, -1
  %andv = and i32 %v, -1
  %uremv = urem i32 %v, 1
  %sremv = srem i32 %v, 1
  %iv = icmp samesign ult i32 %v, -2147483648
  %jv = icmp ne ptr %pv, null
  %kv = xor i1 %cv, true
  %hv = and i1 %kv, false
  %zv = zext nneg i32 %v to i64
  %yv = zext i32 %v to i128
  %wv = add i128 %yv, 18446744073709551616
  %uv = add i64 %zv, -9223372036854775808
  %uuv = add i64 %zv, 9223372036854775807
  %tv = trunc nuw nsw i64 %zv to i32
  %qv = uitofp nneg i32 %v to float
  %rv = select nnan i1 %cv, float %qv, float 1.000000e+00
  %ov = select i1 true, i32 0, i32 poison
  %vvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cv, label %xb, label %yb

xb:                                               ; preds = %b
  br label %zb

yb:                                               ; preds = %b
  br label %zb

zb:                                               ; preds = %yb, %xb
  %phv = phi i32 [ %v, %xb ], [ -7, %yb ]
  %pgv = phi ptr [ @g, %xb ], [ null, %yb ]
  ret i32 %phv
}

define i32 @f9(i32 %vvvvvvvvv, ptr %pvvvvvvvvv, i1 %cvvvvvvvvv) {
bbbbbbbbb:
  %lvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvv, align 16
  %mvvvvvvvvv = load i32, ptr @ggggggggg, align 4
  store volatile i32 %lvvvvvvvvv, ptr @ggggggggg, align 4
  %evvvvvvvvv = getelementptr inbounds nuw %sssssssss, ptr %pvvvvvvvvv, i64 -9, i32 1
  %addnuwnswvvvvvvvvv = add nuw nsw i32 %vvvvvvvvv, -9
  %subnswvvvvvvvvv = sub nsw i32 %vvvvvvvvv, 9
  %mulnuwvvvvvvvvv = mul nuw i32 %vvvvvvvvv, 9
  %shlvvvvvvvvv = shl i32 %vvvvvvvvv, 9
  %ordisjointvvvvvvvvv = or disjoint i32 %vvvvvvvvv, 9
  %orvvvvvvvvv = or i32 %vvvvvvvvv, 9
  %lshrexactvvvvvvvvv = lshr exact i32 %vvvvvvvvv, 9
  %ashrvvvvvvvvv = ashr i32 %vvvvvvvvv, 9
  %udivexactvvvvvvvvv = udiv exact i32 %vvvvvvvvv, 9
  %sdivvvvvvvvvv = sdiv i32 %vvvvvvvvv, 9
  %xorvvvvvvvvv = xor i32 %vvvvvvvvv, -9
  %andvvvvvvvvv = and i32 %vvvvvvvvv, -9
  %uremvvvvvvvvv = urem i32 %vvvvvvvvv, 9
  %sremvvvvvvvvv = srem i32 %vvvvvvvvv, 9
  %ivvvvvvvvv = icmp samesign ult i32 %vvvvvvvvv, -2147483648
  %jvvvvvvvvv = icmp ne ptr %pvvvvvvvvv, null
  %kvvvvvvvvv = xor i1 %cvvvvvvvvv, true
  %hvvvvvvvvv = and i1 %kvvvvvvvvv, false
  %zvvvvvvvvv = zext nneg i32 %vvvvvvvvv to i64
  %yvvvvvvvvv = zext i32 %vvvvvvvvv to i128
  %wvvvvvvvvv = add i128 %yvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvv = add i64 %zvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvv = add i64 %zvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvv to i32
  %qvvvvvvvvv = uitofp nneg i32 %vvvvvvvvv to float
  %rvvvvvvvvv = select nnan i1 %cvvvvvvvvv, float %qvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvv, label %xbbbbbbbbb, label %ybbbbbbbbb

xbbbbbbbbb:                                       ; preds = %bbbbbbbbb
  br label %zbbbbbbbbb

ybbbbbbbbb:                                       ; preds = %bbbbbbbbb
  br label %zbbbbbbbbb

zbbbbbbbbb:                                       ; preds = %ybbbbbbbbb, %xbbbbbbbbb
  %phvvvvvvvvv = phi i32 [ %vvvvvvvvv, %xbbbbbbbbb ], [ -7, %ybbbbbbbbb ]
  %pgvvvvvvvvv = phi ptr [ @ggggggggg, %xbbbbbbbbb ], [ null, %ybbbbbbbbb ]
  ret i32 %phvvvvvvvvv
}

define i32 @f12(i32 %vvvvvvvvvvvv, ptr %pvvvvvvvvvvvv, i1 %cvvvvvvvvvvvv) {
bbbbbbbbbbbb:
  %lvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvv, align 4
  %mvvvvvvvvvvvv = load i32, ptr @gggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvv, ptr @gggggggggggg, align 4
  %evvvvvvvvvvvv = getelementptr inbounds nuw %ssssssssssss, ptr %pvvvvvvvvvvvv, i64 -12, i32 0
  %addnuwnswvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvv, -12
  %subnswvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvv, 12
  %mulnuwvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvv, 12
  %shlvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvv, 12
  %ordisjointvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvv, 12
  %orvvvvvvvvvvvv = or i32 %vvvvvvvvvvvv, 12
  %lshrexactvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvv, 12
  %ashrvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvv, 12
  %udivexactvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvv, 12
  %sdivvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvv, 12
  %xorvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvv, -12
  %andvvvvvvvvvvvv = and i32 %vvvvvvvvvvvv, -12
  %uremvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvv, 12
  %sremvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvv, 12
  %ivvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvv, null
  %kvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvv, true
  %hvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvv, false
  %zvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvv to i64
  %yvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvv to i128
  %wvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvv to float
  %rvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvv, float %qvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvv, label %xbbbbbbbbbbbb, label %ybbbbbbbbbbbb

xbbbbbbbbbbbb:                                    ; preds = %bbbbbbbbbbbb
  br label %zbbbbbbbbbbbb

ybbbbbbbbbbbb:                                    ; preds = %bbbbbbbbbbbb
  br label %zbbbbbbbbbbbb

zbbbbbbbbbbbb:                                    ; preds = %ybbbbbbbbbbbb, %xbbbbbbbbbbbb
  %phvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvv, %xbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbb ]
  %pgvvvvvvvvvvvv = phi ptr [ @gggggggggggg, %xbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvv
}

define i32 @f13(i32 %vvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvv) {
bbbbbbbbbbbbb:
  %lvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvv, align 8
  %mvvvvvvvvvvvvv = load i32, ptr @ggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvv, ptr @ggggggggggggg, align 4
  %evvvvvvvvvvvvv = getelementptr inbounds nuw %sssssssssssss, ptr %pvvvvvvvvvvvvv, i64 -13, i32 1
  %addnuwnswvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvv, -13
  %subnswvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvv, 13
  %mulnuwvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvv, 13
  %shlvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvv, 13
  %ordisjointvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvv, 13
  %orvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvv, 13
  %lshrexactvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvv, 13
  %ashrvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvv, 13
  %udivexactvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvv, 13
  %sdivvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvv, 13
  %xorvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvv, -13
  %andvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvv, -13
  %uremvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvv, 13
  %sremvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvv, 13
  %ivvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvv, float %qvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvv, label %xbbbbbbbbbbbbb, label %ybbbbbbbbbbbbb

xbbbbbbbbbbbbb:                                   ; preds = %bbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbb

ybbbbbbbbbbbbb:                                   ; preds = %bbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbb

zbbbbbbbbbbbbb:                                   ; preds = %ybbbbbbbbbbbbb, %xbbbbbbbbbbbbb
  %phvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvv, %xbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvv = phi ptr [ @ggggggggggggg, %xbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvv
}

define i32 @f14(i32 %vvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvv, align 16
  %mvvvvvvvvvvvvvv = load i32, ptr @gggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvv, ptr @gggggggggggggg, align 4
  %evvvvvvvvvvvvvv = getelementptr inbounds nuw %ssssssssssssss, ptr %pvvvvvvvvvvvvvv, i64 -14, i32 0
  %addnuwnswvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvv, -14
  %subnswvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvv, 14
  %mulnuwvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvv, 14
  %shlvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvv, 14
  %ordisjointvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvv, 14
  %orvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvv, 14
  %lshrexactvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvv, 14
  %ashrvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvv, 14
  %udivexactvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvv, 14
  %sdivvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvv, 14
  %xorvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvv, -14
  %andvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvv, -14
  %uremvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvv, 14
  %sremvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvv, 14
  %ivvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbb

xbbbbbbbbbbbbbb:                                  ; preds = %bbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbb

ybbbbbbbbbbbbbb:                                  ; preds = %bbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbb

zbbbbbbbbbbbbbb:                                  ; preds = %ybbbbbbbbbbbbbb, %xbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvv, %xbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvv = phi ptr [ @gggggggggggggg, %xbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvv
}

define i32 @f15(i32 %vvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvv, align 1
  %mvvvvvvvvvvvvvvv = load i32, ptr @ggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvv, ptr @ggggggggggggggg, align 4
  %evvvvvvvvvvvvvvv = getelementptr inbounds nuw %sssssssssssssss, ptr %pvvvvvvvvvvvvvvv, i64 -15, i32 1
  %addnuwnswvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvv, -15
  %subnswvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvv, 15
  %mulnuwvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvv, 15
  %shlvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvv, 15
  %ordisjointvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvv, 15
  %orvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvv, 15
  %lshrexactvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvv, 15
  %ashrvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvv, 15
  %udivexactvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvv, 15
  %sdivvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvv, 15
  %xorvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvv, -15
  %andvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvv, -15
  %uremvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvv, 15
  %sremvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvv, 15
  %ivvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbb:                                 ; preds = %bbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbb:                                 ; preds = %bbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbb:                                 ; preds = %ybbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvv = phi ptr [ @ggggggggggggggg, %xbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvv
}

define i32 @f16(i32 %vvvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvvv, align 2
  %mvvvvvvvvvvvvvvvv = load i32, ptr @gggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvvv, ptr @gggggggggggggggg, align 4
  %evvvvvvvvvvvvvvvv = getelementptr inbounds nuw %ssssssssssssssss, ptr %pvvvvvvvvvvvvvvvv, i64 -16, i32 0
  %addnuwnswvvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvvv, -16
  %subnswvvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvvv, 16
  %mulnuwvvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvvv, 16
  %shlvvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvvv, 16
  %ordisjointvvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvvv, 16
  %orvvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvvv, 16
  %lshrexactvvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvvv, 16
  %ashrvvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvvv, 16
  %udivexactvvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvvv, 16
  %sdivvvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvvv, 16
  %xorvvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvvv, -16
  %andvvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvvv, -16
  %uremvvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvvv, 16
  %sremvvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvvv, 16
  %ivvvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbbb:                                ; preds = %bbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbbb:                                ; preds = %bbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbbb:                                ; preds = %ybbbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvvv = phi ptr [ @gggggggggggggggg, %xbbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvvv
}

define i32 @f31(i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, align 2
  %mvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load i32, ptr @ggggggggggggggggggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr @ggggggggggggggggggggggggggggggg, align 4
  %evvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = getelementptr inbounds nuw %sssssssssssssssssssssssssssssss, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i64 -31, i32 1
  %addnuwnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -31
  %subnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %mulnuwvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %shlvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %ordisjointvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %orvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %lshrexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %ashrvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %udivexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %sdivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %xorvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -31
  %andvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -31
  %uremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %sremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 31
  %ivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:                 ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:                 ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:                 ; preds = %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi ptr [ @ggggggggggggggggggggggggggggggg, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv
}

define i32 @f62(i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, align 4
  %mvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load i32, ptr @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  %evvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = getelementptr inbounds nuw %ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i64 -62, i32 0
  %addnuwnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -62
  %subnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %mulnuwvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %shlvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %ordisjointvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %orvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %lshrexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %ashrvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %udivexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %sdivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %xorvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -62
  %andvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -62
  %uremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %sremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 62
  %ivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi ptr [ @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv
}

define i32 @f63(i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, align 8
  %mvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load i32, ptr @ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr @ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  %evvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = getelementptr inbounds nuw %sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i64 -63, i32 1
  %addnuwnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -63
  %subnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %mulnuwvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %shlvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %ordisjointvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %orvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %lshrexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %ashrvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %udivexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %sdivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %xorvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -63
  %andvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -63
  %uremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %sremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 63
  %ivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi ptr [ @ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv
}

define i32 @f64(i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv) {
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:
  %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load volatile i32, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, align 16
  %mvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = load i32, ptr @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  store volatile i32 %lvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, ptr @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, align 4
  %evvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = getelementptr inbounds nuw %ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss, ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, i64 -64, i32 0
  %addnuwnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add nuw nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -64
  %subnswvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sub nsw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %mulnuwvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = mul nuw i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %shlvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = shl i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %ordisjointvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or disjoint i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %orvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = or i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %lshrexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = lshr exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %ashrvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = ashr i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %udivexactvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = udiv exact i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %sdivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = sdiv i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %xorvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -64
  %andvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -64
  %uremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = urem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %sremvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = srem i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 64
  %ivvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp samesign ult i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -2147483648
  %jvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = icmp ne ptr %pvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, null
  %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = xor i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, true
  %hvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = and i1 %kvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, false
  %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i64
  %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = zext i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i128
  %wvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i128 %yvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 18446744073709551616
  %uvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, -9223372036854775808
  %uuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, 9223372036854775807
  %tvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = trunc nuw nsw i64 %zvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to i32
  %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = uitofp nneg i32 %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv to float
  %rvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select nnan i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float %qvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, float 1.000000e+00
  %ovvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = select i1 true, i32 0, i32 poison
  %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = add <2 x i32> zeroinitializer, splat (i32 3)
  br i1 %cvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, label %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, label %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  br label %zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

zbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: ; preds = %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi i32 [ %vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ -7, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  %pgvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = phi ptr [ @gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg, %xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ], [ null, %ybbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ]
  ret i32 %phvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv
}

define i1 @many15(i32 %0) {
  switch i32 %0, label %last [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
    i32 12, label %b12
    i32 13, label %b13
  ]

b0:
  br label %last

b1:
  br label %last

b2:
  br label %last

b3:
  br label %last

b4:
  br label %last

b5:
  br label %last

b6:
  br label %last

b7:
  br label %last

b8:
  br label %last

b9:
  br label %last

b10:
  br label %last

b11:
  br label %last

b12:
  br label %last

b13:
  br label %last

last:
  %r = phi i1 [ true, %1 ], [ false, %b0 ], [ true, %b1 ], [ false, %b2 ], [ true, %b3 ], [ false, %b4 ], [ true, %b5 ], [ false, %b6 ], [ true, %b7 ], [ false, %b8 ], [ true, %b9 ], [ false, %b10 ], [ true, %b11 ], [ false, %b12 ], [ true, %b13 ]
  %g = getelementptr [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x i8]]]]]]]]]]]]], ptr null, i64 0, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0
  ret i1 %r
}

define i1 @many16(i32 %0) {
  switch i32 %0, label %last [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
    i32 12, label %b12
    i32 13, label %b13
    i32 14, label %b14
  ]

b0:
  br label %last

b1:
  br label %last

b2:
  br label %last

b3:
  br label %last

b4:
  br label %last

b5:
  br label %last

b6:
  br label %last

b7:
  br label %last

b8:
  br label %last

b9:
  br label %last

b10:
  br label %last

b11:
  br label %last

b12:
  br label %last

b13:
  br label %last

b14:
  br label %last

last:
  %r = phi i1 [ true, %1 ], [ false, %b0 ], [ true, %b1 ], [ false, %b2 ], [ true, %b3 ], [ false, %b4 ], [ true, %b5 ], [ false, %b6 ], [ true, %b7 ], [ false, %b8 ], [ true, %b9 ], [ false, %b10 ], [ true, %b11 ], [ false, %b12 ], [ true, %b13 ], [ false, %b14 ]
  %g = getelementptr [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x i8]]]]]]]]]]]]]], ptr null, i64 0, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1
  ret i1 %r
}

define i1 @many17(i32 %0) {
  switch i32 %0, label %last [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
    i32 12, label %b12
    i32 13, label %b13
    i32 14, label %b14
    i32 15, label %b15
  ]

b0:
  br label %last

b1:
  br label %last

b2:
  br label %last

b3:
  br label %last

b4:
  br label %last

b5:
  br label %last

b6:
  br label %last

b7:
  br label %last

b8:
  br label %last

b9:
  br label %last

b10:
  br label %last

b11:
  br label %last

b12:
  br label %last

b13:
  br label %last

b14:
  br label %last

b15:
  br label %last

last:
  %r = phi i1 [ true, %1 ], [ false, %b0 ], [ true, %b1 ], [ false, %b2 ], [ true, %b3 ], [ false, %b4 ], [ true, %b5 ], [ false, %b6 ], [ true, %b7 ], [ false, %b8 ], [ true, %b9 ], [ false, %b10 ], [ true, %b11 ], [ false, %b12 ], [ true, %b13 ], [ false, %b14 ], [ true, %b15 ]
  %g = getelementptr [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x i8]]]]]]]]]]]]]]], ptr null, i64 0, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0
  ret i1 %r
}

define i1 @many40(i32 %0) {
  switch i32 %0, label %last [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
    i32 12, label %b12
    i32 13, label %b13
    i32 14, label %b14
    i32 15, label %b15
    i32 16, label %b16
    i32 17, label %b17
    i32 18, label %b18
    i32 19, label %b19
    i32 20, label %b20
    i32 21, label %b21
    i32 22, label %b22
    i32 23, label %b23
    i32 24, label %b24
    i32 25, label %b25
    i32 26, label %b26
    i32 27, label %b27
    i32 28, label %b28
    i32 29, label %b29
    i32 30, label %b30
    i32 31, label %b31
    i32 32, label %b32
    i32 33, label %b33
    i32 34, label %b34
    i32 35, label %b35
    i32 36, label %b36
    i32 37, label %b37
    i32 38, label %b38
  ]

b0:
  br label %last

b1:
  br label %last

b2:
  br label %last

b3:
  br label %last

b4:
  br label %last

b5:
  br label %last

b6:
  br label %last

b7:
  br label %last

b8:
  br label %last

b9:
  br label %last

b10:
  br label %last

b11:
  br label %last

b12:
  br label %last

b13:
  br label %last

b14:
  br label %last

b15:
  br label %last

b16:
  br label %last

b17:
  br label %last

b18:
  br label %last

b19:
  br label %last

b20:
  br label %last

b21:
  br label %last

b22:
  br label %last

b23:
  br label %last

b24:
  br label %last

b25:
  br label %last

b26:
  br label %last

b27:
  br label %last

b28:
  br label %last

b29:
  br label %last

b30:
  br label %last

b31:
  br label %last

b32:
  br label %last

b33:
  br label %last

b34:
  br label %last

b35:
  br label %last

b36:
  br label %last

b37:
  br label %last

b38:
  br label %last

last:
  %r = phi i1 [ true, %1 ], [ false, %b0 ], [ true, %b1 ], [ false, %b2 ], [ true, %b3 ], [ false, %b4 ], [ true, %b5 ], [ false, %b6 ], [ true, %b7 ], [ false, %b8 ], [ true, %b9 ], [ false, %b10 ], [ true, %b11 ], [ false, %b12 ], [ true, %b13 ], [ false, %b14 ], [ true, %b15 ], [ false, %b16 ], [ true, %b17 ], [ false, %b18 ], [ true, %b19 ], [ false, %b20 ], [ true, %b21 ], [ false, %b22 ], [ true, %b23 ], [ false, %b24 ], [ true, %b25 ], [ false, %b26 ], [ true, %b27 ], [ false, %b28 ], [ true, %b29 ], [ false, %b30 ], [ true, %b31 ], [ false, %b32 ], [ true, %b33 ], [ false, %b34 ], [ true, %b35 ], [ false, %b36 ], [ true, %b37 ], [ false, %b38 ]
  %g = getelementptr [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x [2 x i8]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]], ptr null, i64 0, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1
  ret i1 %r
}

define void @nothing() {
  ret void
}
