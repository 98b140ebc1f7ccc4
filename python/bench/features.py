"""What the front ends of the six languages are known by, as pieces of random programs.

Each piece is a function of the random generator and the maker of expressions; it gives the text of
one or more top-level items whose names are fresh.
"""

from __future__ import annotations

from typing import Callable

Piece = Callable[..., str]


def ints(rng, count: int, low: int = -99, high: int = 99) -> str:
    return ", ".join(str(rng.randint(low, high)) for _ in range(count))


# C


def c_list(rng, m):
    n, f = rng.name("s_"), rng.name("f_")
    return f"""struct {n} {{ struct {n} *next; int key; char tag[{rng.small()}]; double w; }};
int {f}(struct {n} *h, int x0) {{ int s = 0; for (; h; h = h->next) {{ if (h->key == x0) s += h->tag[x0 % {rng.small()}]; else h->w *= {rng.small()}.25; }} return s; }}
void {f}_insert(struct {n} **at, struct {n} *x) {{ while (*at && (*at)->key < x->key) at = &(*at)->next; x->next = *at; *at = x; }}"""


def c_table(rng, m):
    n, k = rng.name("t_"), rng.randint(3, 60)
    return f"""static const {rng.choice(("int", "short", "long", "signed char"))} {n}[{k}] = {{ {ints(rng, k)} }};
long {n}_sum(unsigned x0) {{ long s = 0; for (unsigned i = x0 % {k}; i < {k}; i++) s += {n}[i] * (long)x0; return s; }}"""


def c_dispatch(rng, m):
    n, k = rng.name("op_"), rng.randint(2, 6)
    functions = "\n".join(f"static int {n}_{i}(int x0, int x1) {{ return (x0 {rng.choice('+-*&|^')} {rng.small()}) {rng.choice('+-*')} x1; }}" for i in range(k))
    return f"""{functions}
static int (*const {n}_all[])(int, int) = {{ {', '.join(f'{n}_{i}' for i in range(k))} }};
int {n}(unsigned which, int x0, int x1) {{ return which < {k} ? {n}_all[which](x0, x1) : -1; }}"""


def c_switch(rng, m):
    n = rng.name("sw_")
    cases = "\n".join(f"case {i}: {'x1 += ' + str(rng.small()) + ';' if rng.random() < 0.3 else 'return x1 ' + rng.choice('+-*^') + ' ' + str(rng.small()) + ';'}" for i in sorted(rng.sample(range(200), rng.randint(3, 20))))
    return f"int {n}(int x0, int x1) {{ switch (x0) {{ {cases}\ndefault: return x1; }} }}"


def c_string(rng, m):
    n = rng.name("str_")
    return f"""extern unsigned long strlen(const char *); extern int printf(const char *, ...); extern void *malloc(unsigned long); extern void free(void *);
char *{n}(const char *s) {{ unsigned long n = strlen(s); char *d = malloc(n + 1); for (unsigned long i = 0; i <= n; i++) d[i] = s[i] == '{rng.choice("abcxyz")}' ? '{rng.choice("ABC_")}' : s[i]; printf("{rng.choice(("copied %s", "%s is %lu long", "got %s of %lu"))} {n}\\n", d, n); return d; }}"""


def c_variadic(rng, m):
    n = rng.name("va_")
    return f"""int {n}(int count, ...) {{ __builtin_va_list ap; __builtin_va_start(ap, count); int s = {rng.small()}; while (count-- > 0) s += __builtin_va_arg(ap, {rng.choice(("int", "int"))}); __builtin_va_end(ap); return s; }}
int {n}_use(int x0) {{ return {n}(3, x0, {rng.small()}, x0 * 2); }}"""


def c_bits(rng, m):
    n = rng.name("b_")
    return f"""union {n} {{ struct {{ unsigned a : {rng.randint(1, 9)}; unsigned b : {rng.randint(1, 9)}; signed c : {rng.randint(2, 12)}; }} f; unsigned raw; float fl; }};
unsigned {n}(unsigned x0) {{ union {n} u; u.raw = x0; u.f.a ^= {rng.small()}; u.f.c += 1; return u.raw + (unsigned)u.fl; }}"""


def c_vector(rng, m):
    n, k = rng.name("v_"), rng.choice((4, 8))
    return f"""typedef float {n}_t __attribute__((vector_size({k * 4})));
void {n}({n}_t *a, const {n}_t *b, int n) {{ for (int i = 0; i < n; i++) a[i] = a[i] * b[i] + a[i] - {rng.small()}.0f; }}
float {n}_dot(const float *restrict a, const float *restrict b, int n) {{ float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }}"""


def c_atomic(rng, m):
    n = rng.name("at_")
    order = rng.choice(("__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL"))
    return f"""static int {n}_v; {rng.choice(('', '__thread '))}long {n}_l;
int {n}(int x0) {{ int e = x0; __atomic_fetch_{rng.choice(("add", "sub", "or", "xor"))}(&{n}_v, x0, {order}); {n}_l++; return __atomic_compare_exchange_n(&{n}_v, &e, x0 + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }}"""


def c_asm(rng, m):
    n = rng.name("asm_")
    return f"""long {n}(long x0) {{ long r; __asm__ volatile("lea {rng.small()}(%1), %0" : "=r"(r) : "r"(x0) : "cc"); return r; }}"""


def c_matrix(rng, m):
    n, k = rng.name("mat_"), rng.choice((3, 4, 8, 16))
    return f"""void {n}(double a[{k}][{k}], double b[{k}][{k}], double c[{k}][{k}]) {{ for (int i = 0; i < {k}; i++) for (int j = 0; j < {k}; j++) {{ double s = 0; for (int l = 0; l < {k}; l++) s += a[i][l] * b[l][j]; c[i][j] = s; }} }}"""


def c_goto(rng, m):
    n = rng.name("g_")
    return f"""int {n}(const unsigned char *s) {{ int st = 0; again: switch (*s++) {{ case 0: return st; case '{rng.choice("abc")}': st += {rng.small()}; goto again; case '{rng.choice("xyz")}': if (st > {rng.small()}) goto fail; st <<= 1; goto again; default: st ^= s[-1]; goto again; }} fail: return -st; }}"""


def c_sort(rng, m):
    n, t = rng.name("sort_"), rng.choice(("int", "double", "unsigned long"))
    return f"""void {n}({t} *a, long lo, long hi) {{ if (lo >= hi) return; {t} p = a[(lo + hi) / 2]; long i = lo, j = hi; while (i <= j) {{ while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) {{ {t} t = a[i]; a[i++] = a[j]; a[j--] = t; }} }} {n}(a, lo, j); {n}(a, i, hi); }}"""


C = [c_list, c_table, c_dispatch, c_switch, c_string, c_variadic, c_bits, c_vector, c_atomic, c_asm, c_matrix, c_goto, c_sort]


# C++


def cpp_class(rng, m):
    n, k = rng.name("C_"), rng.randint(2, 5)
    derived = "\n".join(
        f"struct {n}_{i} : {n} {{ long v{i}[{rng.small()}]; {n}_{i}(int x0) : {n}(x0 + {rng.small()}) {{ v{i}[0] = x0; }} int area(int x0) const override {{ return base * {rng.small()} + x0 - (int)v{i}[0]; }} ~{n}_{i}() override {{ v{i}[0] = 0; }} }};"
        for i in range(k)
    )
    return f"""struct {n} {{ int base; explicit {n}(int x0) : base(x0) {{}} virtual int area(int) const = 0; virtual ~{n}() {{ base = -1; }} }};
{derived}
{n} *{n}_make(int which) {{ switch (which) {{ {' '.join(f'case {i}: return new {n}_{i}(which);' for i in range(k))} default: return nullptr; }} }}
int {n}_total({n} **all, int n) {{ int s = 0; for (int i = 0; i < n; i++) s += all[i]->area(i); return s; }}"""


def cpp_template(rng, m):
    n = rng.name("T_")
    uses = "\n".join(f"template class {n}<{t}>;" for t in rng.sample(("int", "double", "unsigned char", "long", "float"), rng.randint(1, 3)))
    return f"""template <class T> class {n} {{ T *data; unsigned len, cap; public: {n}() : data(nullptr), len(0), cap(0) {{}} ~{n}() {{ delete[] data; }} {n}(const {n} &) = delete;
void push(const T &x) {{ if (len == cap) {{ unsigned c = cap ? cap * 2 : {rng.small()}; T *d = new T[c]; for (unsigned i = 0; i < len; i++) d[i] = data[i]; delete[] data; data = d; cap = c; }} data[len++] = x; }}
T *begin() {{ return data; }} T *end() {{ return data + len; }} T sum() {{ T s = T(); for (T &x : *this) s += x; return s; }} T &operator[](unsigned i) {{ return data[i % {rng.small()}u]; }} }};
{uses}"""


def cpp_exception(rng, m):
    n = rng.name("E_")
    return f"""struct {n} {{ int code; const char *what; }}; struct {n}_guard {{ int *p; ~{n}_guard() {{ *p -= {rng.small()}; }} }};
int {n}_check(int x0) {{ if (x0 > {rng.small()}) throw {n}{{x0, "{n} too large"}}; if (x0 < -{rng.small()}) throw x0; return x0 * 2; }}
int {n}_run(int *p, int x0) {{ {n}_guard g{{p}}; try {{ return {n}_check(x0); }} catch (const {n} &e) {{ return e.code; }} catch (int i) {{ return -i; }} catch (...) {{ *p = 0; throw; }} }}"""


def cpp_lambda(rng, m):
    n = rng.name("L_")
    return f"""template <class F> static int {n}_each(int n, F f) {{ int s = 0; for (int i = 0; i < n; i++) s += f(i); return s; }}
int {n}(int x0, int x1) {{ int k = {rng.small()}; auto g = [&k, x1](int i) {{ k += i; return i * x1 {rng.choice('+-^')} {rng.small()}; }}; return {n}_each(x0, g) + {n}_each(x1, [=](int i) {{ return i {rng.choice('+-*')} x0; }}) + k; }}"""


def cpp_operator(rng, m):
    n, t = rng.name("V_"), rng.choice(("double", "float", "int"))
    return f"""namespace ns_{n} {{ struct {n} {{ {t} x, y, z; constexpr {n} operator+(const {n} &o) const {{ return {{x + o.x, y + o.y, z + o.z}}; }} {n} operator*({t} k) const {{ return {{x * k, y * k, z * k}}; }} {n} &operator+=(const {n} &o) {{ return *this = *this + o; }} }};
{t} dot(const {n} &a, const {n} &b) {{ return a.x * b.x + a.y * b.y + a.z * b.z; }}
{n} step({n} a, const {n} &b, int n) {{ for (int i = 0; i < n; i++) a += b * ({t}){rng.small()}; return a; }} }}"""


def cpp_static(rng, m):
    n = rng.name("S_")
    return f"""struct {n} {{ int v[{rng.small()}]; {n}(); ~{n}(); static {n} &get() {{ static {n} one; return one; }} }}; {n}::{n}() {{ v[0] = {rng.small()}; }} {n}::~{n}() {{ v[0] = 0; }}
int {n}_read() {{ return {n}::get().v[0]; }} {rng.choice(('', f'static {n} {n}_global;'))}"""


def cpp_diamond(rng, m):
    n = rng.name("D_")
    return f"""struct {n}_top {{ int t; virtual int f(int x0) {{ return t + x0; }} virtual ~{n}_top(); }}; {n}_top::~{n}_top() {{}}
struct {n}_l : virtual {n}_top {{ int l; int f(int x0) override {{ return l * x0; }} }}; struct {n}_r : virtual {n}_top {{ int r; virtual int g(int x0) {{ return r - x0; }} }};
struct {n} final : {n}_l, {n}_r {{ int f(int x0) override {{ return {n}_l::f(x0) + {rng.small()}; }} int g(int x0) override {{ return f(x0) ^ {rng.small()}; }} }};
int {n}_use({n}_top *p, int x0) {{ if (auto *d = dynamic_cast<{n} *>(p)) return d->g(x0); return p->f(x0); }}"""


def cpp_variadic(rng, m):
    n = rng.name("P_")
    return f"""inline int {n}() {{ return {rng.small()}; }} template <class A, class... R> int {n}(A a, R... r) {{ return (int)a + {n}(r...); }}
int {n}_use(int x0) {{ return {n}(x0, 2.5, 'c', {rng.small()}L) + {n}(x0, x0); }}
template <int N> struct {n}_f {{ static const int v = N * {n}_f<N - 1>::v; }}; template <> struct {n}_f<0> {{ static const int v = 1; }}; int {n}_c = {n}_f<{rng.randint(3, 9)}>::v;"""


def cpp_tree(rng, m):
    n = rng.name("Tree_")
    return f"""template <class K, class V> struct {n} {{ struct node {{ K k; V v; node *l, *r; }} *root = nullptr; V *find(const K &k) {{ for (node *n = root; n;) {{ if (k < n->k) n = n->l; else if (n->k < k) n = n->r; else return &n->v; }} return nullptr; }}
V &at(const K &k) {{ node **n = &root; while (*n) {{ if (k < (*n)->k) n = &(*n)->l; else if ((*n)->k < k) n = &(*n)->r; else return (*n)->v; }} *n = new node{{k, V(), nullptr, nullptr}}; return (*n)->v; }} static void drop(node *n) {{ if (n) {{ drop(n->l); drop(n->r); delete n; }} }} ~{n}() {{ drop(root); }} }};
int {n}_use(int x0) {{ {n}<{rng.choice(("int", "long"))}, {rng.choice(("int", "double"))}> t; for (int i = 0; i < x0; i++) t.at(i * {rng.small()} % 97) += i; auto *p = t.find(x0); return p ? (int)*p : -1; }}"""


CPP = [cpp_class, cpp_template, cpp_exception, cpp_lambda, cpp_operator, cpp_static, cpp_diamond, cpp_variadic, cpp_tree, c_switch, c_sort, c_matrix, c_table]


# Rust


def rs_enum(rng, m):
    n = rng.name("E").title().replace("_", "")
    f = rng.name("f_")
    return f"""#[derive(Clone, Debug, PartialEq)] pub enum {n} {{ A(i32), B {{ w: u32, h: u64 }}, C(String), D(Box<{n}>), E }}
impl {n} {{ pub fn {f}(&self, x0: i32) -> i32 {{ match self {{ {n}::A(v) if *v > {rng.small()} => v.wrapping_mul(x0), {n}::A(v) => *v, {n}::B {{ w, h }} => (*w as i32).wrapping_add(*h as i32), {n}::C(s) => s.len() as i32 - {rng.small()}, {n}::D(b) => b.{f}(x0 - 1), {n}::E => {rng.small()} }} }} }}"""


def rs_trait(rng, m):
    n = rng.name("T").title().replace("_", "")
    k = rng.randint(1, 4)
    impls = "\n".join(f"pub struct {n}{i}(pub u32, pub [u64; {rng.small()}]); impl {n} for {n}{i} {{ fn area(&self, k: u64) -> u64 {{ self.1[0].wrapping_mul(k) {rng.choice('|^&')} {rng.small()} + u64::from(self.0) }} }}" for i in range(k))
    return f"""pub trait {n} {{ fn area(&self, k: u64) -> u64; fn twice(&self) -> u64 {{ self.area({rng.small()}).wrapping_mul(2) }} }}
{impls}
pub fn total_{n}(all: &[Box<dyn {n}>]) -> u64 {{ all.iter().enumerate().map(|(i, a)| a.area(i as u64) ^ a.twice()).fold(0, u64::wrapping_add) }}"""


def rs_generic(rng, m):
    f = rng.name("g_")
    t, u = rng.sample(("i32", "f64", "u8", "i64"), 2)
    return f"""pub fn {f}<T: Copy + PartialOrd>(xs: &[T], low: T) -> Option<T> {{ let mut best = None; for &x in xs {{ if x > low && best.map_or(true, |b| x > b) {{ best = Some(x); }} }} best }}
pub fn {f}_a(xs: &[{t}]) -> Option<{t}> {{ {f}(xs, {rng.small()} as {t}) }} pub fn {f}_b(xs: &[{u}]) -> Option<{u}> {{ {f}(xs, 1 as {u}) }}"""


def rs_closure(rng, m):
    f = rng.name("c_")
    return f"""pub fn {f}(k: i64) -> impl Fn(i64) -> i64 {{ let m = k.wrapping_mul({rng.small()}); move |x| x.wrapping_add(m) ^ k }}
pub fn {f}_apply(xs: &mut Vec<i64>, k: i64) {{ let g = {f}(k); xs.retain(|x| x % {rng.small() + 1} != 0); for x in xs.iter_mut() {{ *x = g(*x); }} }}"""


def rs_result(rng, m):
    f = rng.name("r_")
    n = rng.name("Err").title().replace("_", "")
    return f"""#[derive(Debug)] pub enum {n} {{ Empty, Large(u64), Bad(std::num::ParseIntError) }} impl From<std::num::ParseIntError> for {n} {{ fn from(e: std::num::ParseIntError) -> Self {{ {n}::Bad(e) }} }}
pub fn {f}(s: &str) -> Result<u64, {n}> {{ if s.is_empty() {{ return Err({n}::Empty); }} let v: u64 = s.trim().parse()?; if v > {rng.small()} {{ Err({n}::Large(v)) }} else {{ Ok(v + {rng.small()}) }} }}"""


def rs_iter(rng, m):
    f = rng.name("it_")
    return f"""pub fn {f}(xs: &[u32], ys: &[u32]) -> u64 {{ xs.iter().zip(ys.iter().rev()).filter(|(a, _)| **a % {rng.small() + 1} == 0).map(|(a, b)| u64::from(*a) * u64::from(*b)).{rng.choice(("sum", "product"))}() }}
pub fn {f}_words(s: &str) -> usize {{ s.split('{rng.choice(",;: ")}').filter(|w| w.len() > {rng.small()}).count() }}"""


def rs_rc(rng, m):
    n = rng.name("N").title().replace("_", "")
    return f"""pub struct {n} {{ pub key: u32, pub children: Vec<std::rc::Rc<std::cell::RefCell<{n}>>> }} impl Drop for {n} {{ fn drop(&mut self) {{ self.key = {rng.small()}; }} }}
pub fn depth_{n}(n: &std::rc::Rc<std::cell::RefCell<{n}>>) -> u32 {{ 1 + n.borrow().children.iter().map(depth_{n}).max().unwrap_or({rng.small()}) }}"""


def rs_map(rng, m):
    f = rng.name("map_")
    return f"""pub fn {f}(xs: &[u32]) -> Vec<(u32, usize)> {{ let mut m = std::collections::BTreeMap::new(); for x in xs {{ *m.entry(x % {rng.small() + 1}).or_insert(0usize) += 1; }} m.into_iter().collect() }}"""


def rs_slice(rng, m):
    f = rng.name("sl_")
    return f"""pub fn {f}(xs: &[i32]) -> i32 {{ match xs {{ [] => {rng.small()}, [one] => *one, [a, .., b] if a == b => {rng.small()}, [a, rest @ ..] => a.wrapping_sub({f}(rest)) }} }}
pub fn {f}_sort(xs: &mut [u64]) {{ for i in 1..xs.len() {{ let mut j = i; while j > 0 && xs[j - 1] > xs[j] {{ xs.swap(j - 1, j); j -= 1; }} }} }}"""


def rs_panic(rng, m):
    f = rng.name("pa_")
    return f"""pub fn {f}(a: &[u8], i: usize) -> u8 {{ assert!(i < {rng.small()} + a.len(), "{f} out of range: {{}}", i); let v = a[i]; v.checked_add({rng.small()}).expect("{f} overflows") }}"""


def rs_static(rng, m):
    n, k = rng.name("S_").upper(), rng.randint(3, 50)
    return f"""pub static {n}: [i32; {k}] = [{ints(rng, k)}]; static {n}_C: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new({rng.small()});
pub fn get_{n.lower()}(i: usize) -> i32 {{ {n}_C.fetch_add(1, std::sync::atomic::Ordering::{rng.choice(("SeqCst", "Relaxed"))}); {n}[i % {n}.len()] }}"""


RUST = [rs_enum, rs_trait, rs_generic, rs_closure, rs_result, rs_iter, rs_rc, rs_map, rs_slice, rs_panic, rs_static]


# Zig


def zig_struct(rng, m):
    n = rng.name("S_")
    return f"""pub const {n} = struct {{ x: i32, y: u64, tag: [{rng.small()}]u8, pub fn area(self: *const {n}, k: i32) i32 {{ return self.x *% k +% {rng.small()}; }} pub fn grow(self: *{n}, by: u64) void {{ self.y +%= by; self.tag[0] = @truncate(self.y); }} }};
pub fn {n}_use(s: *{n}, x0: i32) i32 {{ s.grow({rng.small()}); return s.area(x0); }}"""


def zig_union(rng, m):
    n = rng.name("U_")
    return f"""pub const {n} = union(enum) {{ a: i32, b: f64, c: [{rng.small()}]u8, none }};
pub fn {n}_value(u: *const {n}) i64 {{ return switch (u.*) {{ .a => |v| v +% {rng.small()}, .b => |v| if (v > {rng.small()}.0) 1 else 0, .c => |v| v[0], .none => -1 }}; }}"""


def zig_error(rng, m):
    n = rng.name("E_")
    return f"""pub fn {n}_check(x0: u32) error{{ TooLarge, Odd }}!u32 {{ if (x0 > {rng.small() * 10}) return error.TooLarge; if (x0 & 1 == 1) return error.Odd; return x0 / 2; }}
pub fn {n}_run(x0: u32) u32 {{ const v = {n}_check(x0) catch |e| return switch (e) {{ error.TooLarge => {rng.small()}, error.Odd => x0 }}; return v +% {rng.small()}; }}
pub fn {n}_try(x0: u32, p: *u32) error{{ TooLarge, Odd }}!void {{ errdefer p.* = {rng.small()}; defer p.* +%= 1; p.* = try {n}_check(x0); }}"""


def zig_generic(rng, m):
    n = rng.name("G_")
    t, u = rng.sample(("i32", "u64", "f64", "u8"), 2)
    return f"""fn {n}(comptime T: type, xs: []const T, low: T) ?T {{ var best: ?T = null; for (xs) |x| {{ if (x > low and (best == null or x > best.?)) best = x; }} return best; }}
pub fn {n}_a(xs: [*]const {t}, n: usize) {t} {{ return {n}({t}, xs[0..n], {rng.small()}) orelse 0; }} pub fn {n}_b(xs: [*]const {u}, n: usize) {u} {{ return {n}({u}, xs[0..n], 1) orelse {rng.small()}; }}"""


def zig_comptime(rng, m):
    n = rng.name("K_")
    return f"""const {n}_t = blk: {{ var t: [32]u32 = undefined; for (&t, 0..) |*e, i| e.* = @intCast(i * i % {rng.small() + 1}); break :blk t; }};
pub fn {n}(x0: u32) u32 {{ var s: u32 = x0; inline for (0..{rng.randint(2, 6)}) |i| {{ s +%= {n}_t[(s +% i) % 32]; }} return s; }}"""


def zig_slice(rng, m):
    n = rng.name("L_")
    return f"""pub fn {n}(p: [*]u8, len: usize) usize {{ var s = p[0..len]; var n: usize = 0; while (s.len > 0) : (s = s[1..]) {{ if (s[0] == '{rng.choice("abcxyz")}') {{ s[0] = {rng.small()}; n += 1; }} }} return n; }}
pub fn {n}_vec(a: @Vector(4, f32), b: @Vector(4, f32)) f32 {{ return @reduce(.Add, a * b + @as(@Vector(4, f32), @splat({rng.small()}.0))); }}"""


def zig_list(rng, m):
    n = rng.name("N_")
    return f"""pub const {n} = struct {{ next: ?*{n}, key: u32, odd: u{rng.randint(2, 30)} }};
pub fn {n}_find(head: ?*{n}, key: u32) ?*{n} {{ var at = head; while (at) |x| : (at = x.next) {{ if (x.key == key) return x; x.odd ^= 1; }} return null; }}"""


ZIG = [zig_struct, zig_union, zig_error, zig_generic, zig_comptime, zig_slice, zig_list]


# D


def d_class(rng, m):
    n, k = rng.name("C_"), rng.randint(1, 4)
    derived = "\n".join(f"class {n}_{i} : {n} {{ long[{rng.small()}] v; this(int b) {{ super(b + {rng.small()}); v[0] = b; }} override int area(int x0) {{ return base * {rng.small()} + x0 - cast(int) v[0]; }} }}" for i in range(k))
    return f"""interface I{n} {{ int area(int x0); }} abstract class {n} : I{n} {{ int base; this(int b) {{ base = b; }} abstract int area(int x0); int twice() {{ return area({rng.small()}) * 2; }} }}
{derived}
int {n}_use(int x0) {{ {n} c = new {n}_{k - 1}(x0); if (auto d = cast({n}_0) c) return d.twice(); return c.area(x0); }}"""


def d_template(rng, m):
    n = rng.name("T_")
    t, u = rng.sample(("int", "double", "ulong", "short"), 2)
    return f"""T {n}(T)(const(T)[] xs, T low) {{ T best = low; foreach (i, x; xs) {{ static if (is(T == double)) {{ if (x > best * {rng.small()}) best = x; }} else {{ if (x > best) best = cast(T)(x ^ {rng.small()}); }} }} return best; }}
{t} {n}_a({t}[] xs) {{ return {n}!{t}(xs, cast({t}) 1); }} {u} {n}_b({u}[] xs) {{ return {n}!{u}(xs, cast({u}) {rng.small()}); }}"""


def d_delegate(rng, m):
    n = rng.name("dg_")
    return f"""int {n}_each(int n, scope int delegate(int) f) {{ int s; foreach (i; 0 .. n) s += f(i); return s; }}
int {n}(int x0, int x1) {{ int k = {rng.small()}; return {n}_each(x0, (int i) {{ k += i; return i * x1 + {rng.small()}; }}) + k; }}"""


def d_exception(rng, m):
    n = rng.name("E_")
    return f"""class {n} : Exception {{ int code; this(int c) {{ super("{n}"); code = c; }} }} int {n}_check(int x0) {{ if (x0 > {rng.small()}) throw new {n}(x0); return x0 * 2; }}
int {n}_run(ref int p, int x0) {{ scope (exit) p -= {rng.small()}; scope (failure) p = 0; try return {n}_check(x0); catch ({n} e) return e.code; finally p++; }}"""


def d_struct(rng, m):
    n = rng.name("S_")
    return f"""struct {n} {{ double x, y; int[{rng.small()}] t; {n} opBinary(string op)(in {n} o) const if (op == "+" || op == "*") {{ {n} r; mixin("r.x = x " ~ op ~ " o.x; r.y = y " ~ op ~ " o.y;"); return r; }} ~this() {{ t[0] = {rng.small()}; }} ref int opIndex(size_t i) return {{ return t[i % $]; }} size_t opDollar() {{ return t.length; }} }}
double {n}_use(in {n} a, in {n} b) {{ auto c = a + b; auto d = c * b; return c.x + d.y; }}""".replace("t[i % $]", "t[i % t.length]")


def d_slice(rng, m):
    n = rng.name("sl_")
    return f"""int {n}(int[] xs) {{ int s; foreach_reverse (x; xs) s = s * {rng.small()} + x; if (xs.length > {rng.small()}) s += {n}(xs[1 .. $ - 1]); return s; }}
string {n}_name(int x0) {{ final switch (x0 & 3) {{ case 0: return "{n}"; case 1: return "one"; case 2: return "two"; case 3: return "three"; }} }}
int[] {n}_grow(int[] xs, int x0) {{ xs ~= x0; return xs ~ [{ints(rng, rng.randint(1, 6))}]; }}"""


def d_map(rng, m):
    n = rng.name("aa_")
    return f"""int {n}(string[] words) {{ int[string] seen; foreach (w; words) {{ if (auto p = w in seen) (*p)++; else seen[w] = {rng.small()}; }} int s; foreach (k, v; seen) s += v * cast(int) k.length; return s; }}"""


def d_table(rng, m):
    n, k = rng.name("t_"), rng.randint(3, 50)
    return f"""immutable int[{k}] {n} = [{ints(rng, k)}]; int {n}_tls = {rng.small()}; __gshared long {n}_g; int {n}_sum(size_t i) {{ {n}_tls++; {n}_g += i; return {n}[i % $]; }}"""


D = [d_class, d_template, d_delegate, d_exception, d_struct, d_slice, d_map, d_table]


# Fortran: each piece is a procedure of the module.


def f_matmul(rng, m):
    n = rng.name("mm_")
    return f"""subroutine {n}(a, b, c, n)
integer(4), intent(in) :: n
real(8), intent(in) :: a(n, n), b(n, n)
real(8), intent(inout) :: c(n, n)
integer(4) :: i, j, k
do j = 1, n
do k = 1, n
do i = 1, n
c(i, j) = c(i, j) + a(i, k) * b(k, j) {rng.choice(('', f'* {rng.small()}.0d0'))}
end do
end do
end do
end subroutine {n}"""


def f_stencil(rng, m):
    n = rng.name("st_")
    return f"""subroutine {n}(u, v, n)
integer(4), intent(in) :: n
real({rng.choice((4, 8))}), intent(inout) :: u(:), v(:)
integer(4) :: i
v(2:n-1) = (u(1:n-2) + u(3:n)) / {rng.small()}.0 - u(2:n-1)
do i = 2, n - 1
if (v(i) > {rng.small()}.0) u(i) = v(i)
end do
end subroutine {n}"""


def f_select(rng, m):
    n = rng.name("se_")
    cases = "\n".join(f"case ({i})\nr = x {rng.choice('+-*')} {rng.small()}" for i in sorted(rng.sample(range(99), rng.randint(2, 9))))
    return f"""integer(4) function {n}(x) result(r)
integer(4), intent(in) :: x
select case (x)
{cases}
case (100:200)
r = {rng.small()}
case default
r = -x
end select
end function {n}"""


def f_type(rng, m):
    n = rng.name("ty_")
    return f"""subroutine {n}(k, total)
type t_{n}
integer(4) :: key
real(8) :: w({rng.small()})
character(len={rng.small()}) :: tag
end type
integer(4), intent(in) :: k
real(8), intent(out) :: total
type(t_{n}) :: x(4)
integer(4) :: i
do i = 1, 4
x(i)%key = i * k
x(i)%w = {rng.small()}.0d0 / i
x(i)%tag = '{n}'
end do
total = 0
do i = 1, 4
total = total + x(i)%key * x(i)%w(1)
end do
end subroutine {n}"""


def f_alloc(rng, m):
    n = rng.name("al_")
    return f"""function {n}(n) result(s)
integer(4), intent(in) :: n
real(8) :: s
real(8), allocatable :: a(:)
integer(4) :: i
allocate(a(n))
do i = 1, n
a(i) = sqrt(real(i, 8)) * {rng.small()}
end do
s = sum(a) {rng.choice(('+ maxval(a)', '- minval(a)', ''))}
deallocate(a)
end function {n}"""


def f_string(rng, m):
    n = rng.name("ch_")
    return f"""integer(4) function {n}(s) result(c)
character(len=*), intent(in) :: s
integer(4) :: i
c = 0
do i = 1, len(s)
if (s(i:i) == '{rng.choice("abcxyz")}') c = c + {rng.small()}
end do
end function {n}"""


def f_complex(rng, m):
    n = rng.name("cx_")
    return f"""complex(8) function {n}(z, n) result(w)
complex(8), intent(in) :: z
integer(4), intent(in) :: n
integer(4) :: i
w = ({rng.small()}.0d0, 1.0d0)
do i = 1, n
w = w * w + z
if (real(w) > {rng.small()}.0d0) exit
end do
end function {n}"""


def f_elemental(rng, m):
    n = rng.name("el_")
    return f"""elemental real(8) function {n}(x) result(r)
real(8), intent(in) :: x
if (x < 0) then
r = -x * {rng.small()}
else
r = {rng.choice(("sin", "cos", "exp", "sqrt", "abs"))}(x) + {rng.small()}
end if
end function {n}
subroutine {n}_all(a)
real(8), intent(inout) :: a(:)
a = {n}(a)
end subroutine {n}_all"""


FORTRAN = [f_matmul, f_stencil, f_select, f_type, f_alloc, f_string, f_complex, f_elemental]


def cpp_head(rng, m, pieces):
    if rng.random() > 0.06:
        return ""
    n, t = rng.name("std_"), rng.choice(("int", "double", "std::string"))
    return f"""#include <vector>
#include <string>
#include <map>
#include <algorithm>
#include <memory>
std::map<{t}, int> {n}(const std::vector<{t}> &in) {{ std::map<{t}, int> m; for (auto &x : in) m[x] += {rng.small()}; return m; }}
void {n}_sort(std::vector<{t}> &v) {{ std::sort(v.begin(), v.end()); v.erase(std::unique(v.begin(), v.end()), v.end()); auto p = std::make_unique<{t}>(v.front()); v.push_back(*p); }}
"""


def zig_tail(rng, m, pieces):
    import re

    names = re.findall(r"pub fn (\w+)\(", "\n".join(line for line in "\n".join(pieces).split("\n") if line.startswith("pub fn")))
    table = ", ".join(f"&{name}" for name in names)
    return f"""
export var {rng.name("all_")} = [_]*const anyopaque{{ {table} }};
fn oldPanic(_: []const u8, _: ?*@import("std").builtin.StackTrace, _: ?usize) noreturn {{ while (true) {{}} }}
pub const panic = if (@import("builtin").zig_version.minor < 14) oldPanic else @import("std").debug.no_panic;
"""


def fortran_head(rng, m, pieces):
    return f"module {rng.name('mod_')}\nimplicit none\ncontains\n"


def nothing(rng, m, pieces):
    return "\n"


HEAD = {
    "c": nothing,
    "c++": cpp_head,
    "rust": lambda rng, m, pieces: '#![crate_type = "lib"]\n#![allow(warnings)]\n',
    "zig": nothing,
    "d": lambda rng, m, pieces: f"module {rng.name('m_')};\n",
    "fortran": fortran_head,
}
TAIL = {"c": nothing, "c++": nothing, "rust": nothing, "zig": zig_tail, "d": nothing, "fortran": lambda rng, m, pieces: "\nend module\n"}
FEATURES: dict[str, list[Piece]] = {"c": C, "c++": CPP, "rust": RUST, "zig": ZIG, "d": D, "fortran": FORTRAN}
