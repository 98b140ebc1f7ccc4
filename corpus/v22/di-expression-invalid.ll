; llvm-as: --disable-verify
; Expressions that LLVM calls invalid or prints as bare numbers.
!named = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}

!0 = !DIExpression(DW_OP_LLVM_implicit_pointer)
!1 = !DIExpression(DW_OP_swap, DW_OP_xderef)
!2 = !DIExpression(DW_OP_lit0, DW_OP_lit1, DW_OP_lit15, DW_OP_lit31, DW_OP_eq, DW_OP_ne, DW_OP_gt, DW_OP_ge, DW_OP_lt, DW_OP_le)
!3 = !DIExpression(DW_OP_push_object_address, DW_OP_deref_size, 4)
!4 = !DIExpression(DW_OP_breg0, 8)
!5 = !DIExpression(DW_OP_LLVM_fragment, 0)
!6 = !DIExpression(DW_OP_plus_uconst)
!7 = !DIExpression(12345, 1, 2)
!8 = !DIExpression(DW_OP_stack_value, DW_OP_deref)
!9 = !DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_deref)
!10 = !DIExpression(DW_OP_addr)
!11 = !DIExpression(DW_OP_LLVM_convert, 8, 99)
!12 = !DIExpression(DW_OP_lit0, DW_OP_lit1, DW_OP_lit2, DW_OP_lit3, DW_OP_lit4, DW_OP_lit5, DW_OP_lit6, DW_OP_lit7, DW_OP_lit8, DW_OP_lit9, DW_OP_lit10, DW_OP_lit11, DW_OP_lit12, DW_OP_lit13, DW_OP_lit14, DW_OP_lit15, DW_OP_lit16, DW_OP_lit17, DW_OP_lit18, DW_OP_lit19, DW_OP_lit20, DW_OP_lit21, DW_OP_lit22, DW_OP_lit23, DW_OP_lit24, DW_OP_lit25, DW_OP_lit26, DW_OP_lit27, DW_OP_lit28, DW_OP_lit29, DW_OP_lit30, DW_OP_lit31)
!13 = !DIExpression(DW_OP_reg0, DW_OP_reg1, DW_OP_reg2, DW_OP_reg3, DW_OP_reg4, DW_OP_reg5, DW_OP_reg6, DW_OP_reg7, DW_OP_reg8, DW_OP_reg9, DW_OP_reg10, DW_OP_reg11, DW_OP_reg12, DW_OP_reg13, DW_OP_reg14, DW_OP_reg15, DW_OP_reg16, DW_OP_reg17, DW_OP_reg18, DW_OP_reg19, DW_OP_reg20, DW_OP_reg21, DW_OP_reg22, DW_OP_reg23, DW_OP_reg24, DW_OP_reg25, DW_OP_reg26, DW_OP_reg27, DW_OP_reg28, DW_OP_reg29, DW_OP_reg30, DW_OP_reg31)
!14 = !DIExpression(DW_OP_breg0, 0, DW_OP_breg1, 1, DW_OP_breg2, 2, DW_OP_breg3, 3, DW_OP_breg4, 4, DW_OP_breg5, 5, DW_OP_breg6, 6, DW_OP_breg7, 7, DW_OP_breg8, 8, DW_OP_breg9, 9, DW_OP_breg10, 10, DW_OP_breg11, 11, DW_OP_breg12, 12, DW_OP_breg13, 13, DW_OP_breg14, 14, DW_OP_breg15, 15, DW_OP_breg16, 16, DW_OP_breg17, 17, DW_OP_breg18, 18, DW_OP_breg19, 19, DW_OP_breg20, 20, DW_OP_breg21, 21, DW_OP_breg22, 22, DW_OP_breg23, 23, DW_OP_breg24, 24, DW_OP_breg25, 25, DW_OP_breg26, 26, DW_OP_breg27, 27, DW_OP_breg28, 28, DW_OP_breg29, 29, DW_OP_breg30, 30, DW_OP_breg31, 31)
