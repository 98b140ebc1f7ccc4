//! Instructions mean the same in the layout of LLVM's printer, which is read from the bytes, and in any other, which is read by tokens.
use bctk_textual::{ParseOptions, Pointers, PrintOptions, parse, print};

/// What the printer makes of it, with numbers.
const TEXT: &str = r#"
%pair = type { i32, [4 x i8] }

@g = global i32 0
@"odd+name" = global ptr null

declare i32 @h(ptr, i64)

declare void @v()

declare i32 @__gxx_personality_v0(...)

define i32 @f(i32 %0, ptr %1, i64 %2, double %3) personality ptr @__gxx_personality_v0 {
  %5 = alloca i32, align 4
  %6 = alloca [8 x %pair], align 16
  store i32 %0, ptr %5, align 4
  store i32 -7, ptr @g, align 4, !tbaa !0
  store ptr null, ptr @"odd+name", align 8
  %7 = load i32, ptr %5, align 4, !tbaa !0, !noundef !1
  %8 = load ptr, ptr %1, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = getelementptr inbounds %pair, ptr %8, i64 %2, i32 1, i64 3
  %11 = getelementptr i8, ptr %9, i32 -1
  %12 = add nuw nsw i32 %7, 1
  %13 = lshr exact i32 %12, 2
  %14 = or disjoint i32 %13, 8
  %15 = fadd double %3, %3
  %16 = zext nneg i32 %14 to i64
  %17 = trunc nuw i64 %16 to i8
  %18 = inttoptr i64 %16 to ptr
  %19 = ptrtoint ptr %18 to i64
  %20 = fptosi double %15 to i32
  %21 = icmp eq i32 %20, %14
  %22 = icmp ne ptr %11, null
  %23 = icmp samesign ult i64 %19, 12
  %24 = select i1 %21, i1 true, i1 %22
  %25 = select i1 %24, ptr %10, ptr @g
  br i1 %23, label %26, label %35

26:                                               ; preds = %33, %4
  %27 = phi i32 [ %34, %33 ], [ 0, %4 ]
  %28 = phi ptr [ %25, %4 ], [ null, %33 ]
  %29 = call i32 @h(ptr %28, i64 8)
  %30 = tail call fastcc noundef signext i32 @h(ptr noundef nonnull align 8 dereferenceable(16) %28, i64 noundef 8) #0
  notail call void @v()
  %31 = call noundef signext i32 @h(ptr noundef nonnull align 8 dereferenceable(16) @g, i64 noundef %2) #0, !range !2
  %32 = invoke i32 %8(ptr noundef nonnull align 8 dereferenceable(16) %28, i1 true)
          to label %33 unwind label %36

33:                                               ; preds = %26
  %34 = add i32 %27, %32
  br label %26

35:                                               ; preds = %4
  call void @v() #0
  ret i32 %14

36:                                               ; preds = %26
  %37 = landingpad { ptr, i32 }
          cleanup
  call void @v()
  unreachable
}

define void @ends() {
  ret void
}

attributes #0 = { nounwind }

!0 = !{!"a"}
!1 = !{}
!2 = !{i32 0, i32 7}
"#;

/// Less frequent instructions and operands, and blocks with names.
const RARE: &str = r#"
%pair = type { i32, [4 x i8] }

@g = global i32 0
@type = external constant ptr

declare i32 @printf(ptr, ...)

declare void @v()

declare i32 @__gxx_personality_v0(...)

define void @rare(ptr %p, i64 %n, i32 %0) personality ptr @__gxx_personality_v0 {
start:
  %a = load volatile i32, ptr %p, align 4
  %b = load atomic i64, ptr %p acquire, align 8, !annotation !0
  %c = load atomic volatile i64, ptr %p syncscope("agent") monotonic, align 8
  store volatile i32 %a, ptr %p, align 4
  store atomic i64 %b, ptr %p release, align 8
  store atomic volatile i64 0, ptr %p seq_cst, align 8
  %d = load i8, ptr getelementptr inbounds nuw (i8, ptr @g, i64 3), align 1
  store ptr getelementptr (i8, ptr @g, i64 -8), ptr %p, align 8, !annotation !0
  store i64 -9223372036854775808, ptr %p, align 8
  store i64 9223372036854775807, ptr %p, align 8
  store i32 -2147483648, ptr %p, align 4
  %e = xor i64 %n, 123456789012345
  %f = icmp eq i32 %0, 12345678
  %s = select i1 %f, i64 undef, i64 poison
  %r = call i32 (ptr, ...) @printf(ptr noundef nonnull @g, i64 noundef %e, i8 %d)
  %t = tail call i32 (ptr, ...) @printf(ptr null, i64 %s) #0
  switch i64 %n, label %"odd+label" [
    i64 0, label %other
    i64 -9223372036854775808, label %a.long.name.of.a.block.that.leaves.no.room.in.its.line
    i64 7, label %other
  ]

other:                                            ; preds = %start, %start
  invoke void @v()
          to label %next unwind label %pad

a.long.name.of.a.block.that.leaves.no.room.in.its.line: ; preds = %start
  switch i32 %0, label %next [
  ]

"odd+label":                                      ; preds = %start
  %m = cmpxchg ptr %p, i32 %a, i32 8 acq_rel monotonic, align 4
  %x = extractvalue { i32, i1 } %m, 1
  %y = load { ptr, %pair }, ptr %p, align 8
  %z = extractvalue { ptr, %pair } %y, 1, 1, 2
  br i1 %x, label %next, label %1

1:                                                ; preds = %"odd+label"
  invoke void @v()
          to label %next unwind label %pads

next:                                             ; preds = %1, %"odd+label", %a.long.name.of.a.block.that.leaves.no.room.in.its.line, %other
  ret void

pad:                                              ; preds = %other
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @type
          catch ptr null
          filter [0 x ptr] zeroinitializer
  resume { ptr, i32 } %l

pads:                                             ; preds = %1
  %k = landingpad { ptr, i32 }
          catch ptr null
  call void @v()
  resume { ptr, i32 } %k
}

attributes #0 = { nounwind }

!0 = !{!"a"}
"#;

fn printed(text: &str, options: &ParseOptions) -> String {
    let module = parse(text.as_bytes(), options).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    String::from_utf8(print(&module, &PrintOptions::default())).expect("a text")
}

/// The text with one of its lines, or all instructions, as `change` makes them.
fn changed(text: &str, at: Option<usize>, change: impl Fn(&str) -> String) -> String {
    let line = |(i, line): (usize, &str)| match line.starts_with("  ") && at.is_none_or(|at| at == i) {
        true => change(line),
        false => line.to_owned(),
    };
    text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// The name of a layout, and what it makes of a line.
type Layout = (&'static str, fn(&str) -> String);

/// Other layouts of a line.
const LAYOUTS: &[Layout] = &[
    ("commas in the next line", |line| line.replace(", ", "\n  , ")),
    ("the last comma in the next line", |line| match line.rsplit_once(", ") {
        Some((before, after)) => format!("{before}\n  , {after}"),
        None => line.to_owned(),
    }),
    ("a comma after a blank line", |line| line.replace(", ", "\n\n, ")),
    ("what follows a comma in the next line", |line| line.replace(", ", ",\n  ")),
    ("words in lines of their own", |line| line.replace(' ', "\n  ")),
    ("a comment at the end", |line| format!("{line} ; comment")),
    ("a comment at once", |line| format!("{line};comment")),
    ("comments at commas", |line| line.replace(", ", " ; comment\n  , ")),
    ("a comment of the other kind", |line| format!("{line} /* comment */")),
    ("a carriage return", |line| format!("{line}\r")),
    ("tabs", |line| line.replace(' ', "\t")),
    ("tabs in front", |line| format!("\t{}", line.trim_start())),
    ("doubled spaces", |line| line.replace(' ', "  ")),
    ("a space at the end", |line| format!("{line} ")),
    ("no space after commas", |line| line.replace(", ", ",")),
    ("spaces before commas", |line| line.replace(", ", " , ")),
    ("not indented", |line| line.trim_start().to_owned()),
    ("a blank line after it", |line| format!("{line}\n")),
];

/// Checks the text in all layouts; `by_line` also changes each line alone.
fn check_layouts(text: &str, by_line: bool) {
    let options = ParseOptions::default();
    let expected = printed(text, &options);
    for &(what, change) in LAYOUTS {
        assert_eq!(printed(&changed(text, None, change), &options), expected, "{what}");
        for (i, _) in text.lines().enumerate().filter(|(_, line)| by_line && line.starts_with("  ")) {
            assert_eq!(printed(&changed(text, Some(i), change), &options), expected, "{what}, line {}", i + 1);
        }
    }
    assert_eq!(printed(&text.replace('\n', "\r\n"), &options), expected);
}

#[test]
fn any_layout_means_the_same() {
    assert_eq!(printed(TEXT, &ParseOptions::default()), TEXT);
    check_layouts(TEXT, true);
}

#[test]
fn any_layout_of_rare_instructions_means_the_same() {
    assert_eq!(printed(RARE, &ParseOptions::default()), RARE);
    check_layouts(RARE, true);
}

#[test]
fn faults_of_whole_lines_are_those_of_tokens() {
    for (cases, message) in [
        ("    i64 undef, label %2\n", "case value is not a constant integer"),
        ("    i64 1, label %2\n    i64 1, label %2\n", "duplicate case value in switch"),
        ("    i64 9999999999999999999999, label %2\n    i64 %n, label %2\n", "case value is not a constant integer"),
    ] {
        let text = format!("define void @f(i64 %n) {{\n  switch i64 %n, label %2 [\n{cases}  ]\n\n2:\n  ret void\n}}\n");
        let faults = parse(text.as_bytes(), &ParseOptions::default()).expect_err("a fault");
        assert!(faults.to_string().contains(message), "{faults}");
    }
}

#[test]
fn any_layout_of_labels_means_the_same() {
    const LABELS: &[Layout] = &[
        ("no comment", |line| line.split_inclusive(": ").next().unwrap_or(line).trim_end().to_owned()),
        ("a comment at once", |line| line.replacen(':', ":;", 1)),
        ("another column", |line| line.replacen(':', ": ", 1)),
        ("a tab", |line| line.replacen(':', ":\t", 1)),
        ("a comment of the other kind", |line| line.replacen(':', ": /* a */", 1)),
        ("a carriage return", |line| format!("{line}\r")),
        ("a blank line after it", |line| format!("{line}\n")),
        ("a blank line before it", |line| format!("\n{line}")),
        ("a line with a space before it", |line| format!(" \n{line}")),
        ("indented", |line| format!("  {line}")),
        ("a comment in the line after it", |line| format!("{line}\n  ; comment")),
        ("nothing between it and the first instruction", |line| {
            line.split_inclusive(": ").next().unwrap_or(line).trim_end().to_owned() + "\t"
        }),
    ];
    let options = ParseOptions::default();
    for text in [TEXT, RARE] {
        let expected = printed(text, &options);
        let is_label = |line: &str| !line.starts_with(' ') && !line.starts_with('%') && (line.ends_with(':') || line.contains("; preds"));
        for &(what, change) in LABELS {
            for at in (0..text.lines().count()).map(Some).chain([None]) {
                let line =
                    |(i, line): (usize, &str)| if is_label(line) && at.is_none_or(|at| at == i) { change(line) } else { line.into() };
                let changed = text.lines().enumerate().map(line).collect::<Vec<String>>().join("\n") + "\n";
                assert_eq!(printed(&changed, &options), expected, "{what}, line {at:?}");
            }
        }
    }
}

/// The text with names, made of the numbers, in place of the numbers of locals.
fn named(text: &str, before: &str, after: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        if let Some((number, comment)) = line.split_once(":  ").filter(|(number, _)| number.parse::<u32>().is_ok()) {
            out += &format!("{before}{number}{after}:  ");
            rest = comment;
        }
        while let Some((text, number)) = rest.split_once('%') {
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            out += text;
            out += &match digits {
                0 => "%".to_owned(),
                _ => format!("%{before}{}{after}", &number[..digits]),
            };
            rest = &number[digits..];
        }
        out += rest;
        out.push('\n');
    }
    // No label states the number of the entry block.
    out.replace("@__gxx_personality_v0 {\n", &format!("@__gxx_personality_v0 {{\n{before}4{after}:\n"))
}

#[test]
fn names_in_any_layout() {
    check_layouts(&named(TEXT, "v.", "-x$"), false);
    check_layouts(&named(TEXT, "\"a+b", "\""), false);
    check_layouts(&named(TEXT, "\"a\\41", "\""), false);
}

/// Bodies with a fault: it is the same, at the same place, if spaces at the ends of the lines leave the reading to the tokens.
const FAULTS: &[&str] = &[
    "  %1 = load i32, ptr %2, align 4\n  ret void\n",
    "  %1 = load i32, ptr %x, align 4\n  ret void\n",
    "  %1 = load i32, ptr %\"x y\", align 4\n  ret void\n",
    "  %1 = load i32, ptr @none, align 4\n  ret void\n",
    "  %1 = load i32, ptr %0, align 3\n  ret void\n",
    "  %1 = load i32, ptr %0, align 4, align\n  ret void\n",
    "  %1 = load i32, ptr %0, align 4, !!dbg !0\n  ret void\n",
    "  %1 = load i32, ptr %0, align 4, !dbg !7\n  ret void\n",
    "  %1 = load i32, i32 %0, align 4\n  ret void\n",
    "  %0 = load i32, ptr %0, align 4\n  ret void\n",
    "  %x = load i32, ptr %0, align 4\n  %x = load i32, ptr %0, align 4\n  ret void\n",
    "  %1 = load i64, ptr %0, align 4\n  store i32 %1, ptr %0, align 4\n  ret void\n",
    "  %1 = store i32 1, ptr %0, align 4\n  ret void\n",
    "  store i32 %2, ptr %0, align 4\n  %1 = add i32 1, 2\n  %2 = add i64 1, 2\n  ret void\n",
    "  %1 = getelementptr i8, ptr %0, i32 %0\n  ret void\n",
    "  %1 = getelementptr %none, ptr %0, i32 0\n  ret void\n",
    "  %1 = getelementptr [2 x i32], ptr %0, i32 0, i32 0, i32 0\n  ret void\n",
    "  %1 = add nuw nsw ptr %0, %0\n  ret void\n",
    "  %1 = zext i64 1 to i32\n  ret void\n",
    "  %1 = zext i32 1 to ptr\n  addrspace(1)*\n  ret void\n",
    "  %1 = icmp eq i32 null, 1\n  ret void\n",
    "  %1 = select i1 true, i32 1, i64 1\n  ret void\n",
    "  br label %0\n",
    "  br label %x\n",
    "  br label %5\n",
    "  br i1 true, label %x, label %0\n",
    "  br i32 1, label %x, label %x\n\nx:\n  ret void\n",
    "  br label %1\n\n1:\n  %2 = phi i32 [ 0, %2 ]\n  ret void\n",
    "  br label %1\n\n1:\n  %2 = phi i32 [ %3, %3 ]\n  ret void\n",
    "  br label %1\n\n1:\n  %2 = phi i32 [ 0, %0 ]\n  ret void\n",
    "  br label %1\n\n1:\n  %2 = phi i32 [ %1, %1 ]\n  ret void\n",
    "  ret i32 1\n",
    "  ret void\n\naddrspace(1)* %0\n",
    "  ret void\n\n, !dbg !9\n",
    "  call void @none(ptr %0)\n  ret void\n",
    "  call void @f(ptr %7)\n  ret void\n",
    "  call i32 %0(ptr %7)\n  ret void\n",
    "  call void @f(ptr noundef %0, ptr noundef %1)\n  ret void\n",
    "  call void @f(ptr %0)\n  nonnull\n  ret void\n",
    "  call void @f(ptr %0) #0 nonnull\n  ret void\n",
    "  %1 = call void @f(ptr %0)\n  ret void\n",
    "  call void @f(ptr %0)\n}\n",
    "  %1 = invoke i32 @f(ptr %0)\n          to label %1 unwind label %2\n",
    "  invoke void @f(ptr %0)\n          to label %0 unwind label %2\n",
];

#[test]
fn faults_are_where_they_are_in_any_layout() {
    for body in FAULTS {
        let text = format!("define void @f(ptr %0) {{\nentry:\n{body}}}\n\ndefine void @last() {{\n  ret void\n}}\n");
        let faults = |text: &str| match parse(text.as_bytes(), &ParseOptions::default()) {
            Ok(_) => panic!("{text}"),
            Err(faults) => {
                faults.faults.into_iter().map(|f| (f.line_column(text.as_bytes()), f.span.len(), f.message, f.label)).collect::<Vec<_>>()
            }
        };
        let spaced = changed(&text, None, |line| format!("{line} "));
        assert_eq!(faults(&text), faults(&spaced), "{text}");
    }
}

#[test]
fn attributes_in_the_next_line_belong_to_the_call() {
    let text =
        "define void @f() {\n  call void @f()\n  nounwind\n  call void @f() #0\n  cold\n  ret void\n}\n\nattributes #0 = { nounwind }\n";
    let printed = printed(text, &ParseOptions::default());
    assert!(printed.contains("call void @f() #0\n  call void @f() #1\n"), "{printed}");
}

#[test]
fn typed_pointers_are_left_to_the_tokens() {
    let text = "\n@g = global i32 0\n\ndefine i32* @f(i32* %0, i8** %1) {\n  %3 = load i32, i32* %0, align 4\n  \
                store i32 %3, i32* @g, align 4\n  %4 = getelementptr inbounds i32, i32* %0, i64 1\n  %5 = load i8*, i8** %1, align 8\n  \
                %6 = bitcast i8* %5 to i32*\n  %7 = icmp eq i32* %6, null\n  %8 = select i1 %7, i32* %4, i32* %6\n  \
                %9 = call i32* @f(i32* %8, i8** %1)\n  ret i32* %9\n}\n";
    let options = ParseOptions { pointers: Pointers::Typed, ..ParseOptions::default() };
    assert_eq!(printed(text, &options), text);
    let mixed = text.replace("%3 = load i32, i32* %0", "%3 = load i32, ptr %0");
    assert!(parse(mixed.as_bytes(), &options).is_err());
}
