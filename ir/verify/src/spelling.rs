//! Spells types in messages (`Type::print` with the definition of a named structure).
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};

/// How deep types are spelled, and how many.
const DEPTH: u32 = 32;
const PARTS: u32 = 1000;

/// The text of a type as a message has it. Very large types are cut short.
pub(crate) fn spell(module: &Module, ty: TypeId) -> String {
    let mut speller = Speller { module, out: String::new(), parts: 0 };
    speller.write(ty, 0);
    if let Type::Struct { kind: StructKind::Identified, fields, packed, .. } = module.types.get(ty) {
        speller.out.push_str(" = type ");
        speller.fields(module.types.list(fields), packed, 1);
    }
    speller.out
}

struct Speller<'m> {
    module: &'m Module,
    out: String,
    parts: u32,
}

impl Speller<'_> {
    fn write(&mut self, ty: TypeId, depth: u32) {
        self.parts += 1;
        if depth > DEPTH || self.parts > PARTS {
            self.out.push_str("...");
            return;
        }
        let types = &self.module.types;
        let simple = match types.get(ty) {
            Type::Void => "void",
            Type::Half => "half",
            Type::BFloat => "bfloat",
            Type::Float => "float",
            Type::Double => "double",
            Type::X86Fp80 => "x86_fp80",
            Type::Fp128 => "fp128",
            Type::PpcFp128 => "ppc_fp128",
            Type::Label => "label",
            Type::Metadata => "metadata",
            Type::Token => "token",
            Type::X86Amx => "x86_amx",
            Type::X86Mmx => "x86_mmx",
            Type::Int(width) => return self.text(&format!("i{width}")),
            Type::Byte(width) => return self.text(&format!("b{width}")),
            Type::Ptr(space) => {
                self.text("ptr");
                return self.space(space);
            }
            Type::TypedPtr { pointee, addrspace } => {
                self.write(pointee, depth + 1);
                self.space(addrspace);
                return self.text("*");
            }
            Type::Array { elem, len } => {
                self.text(&format!("[{len} x "));
                self.write(elem, depth + 1);
                return self.text("]");
            }
            Type::Vector { elem, len, scalable } => {
                self.text(&format!("<{}{len} x ", if scalable { "vscale x " } else { "" }));
                self.write(elem, depth + 1);
                return self.text(">");
            }
            Type::Function { ret, params, vararg } => {
                self.write(ret, depth + 1);
                self.text(" (");
                let params = types.list(params);
                self.list(params, depth);
                if vararg {
                    self.text(if params.is_empty() { "..." } else { ", ..." });
                }
                return self.text(")");
            }
            Type::Struct { kind: StructKind::Literal, fields, packed, .. } => return self.fields(types.list(fields), packed, depth),
            Type::Struct { name, .. } => {
                let name = String::from_utf8_lossy(self.module.str(name)).into_owned();
                let name = if name.is_empty() { format!("\"type {}\"", ty.0) } else { name };
                return self.text(&format!("%{name}"));
            }
            Type::TargetExt { name, types: parts, ints } => {
                self.text(&format!("target(\"{}\"", String::from_utf8_lossy(self.module.str(name))));
                for part in types.list(parts) {
                    self.text(", ");
                    self.write(part, depth + 1);
                }
                for int in types.list(ints) {
                    self.text(&format!(", {int}"));
                }
                return self.text(")");
            }
            #[allow(unreachable_patterns)]
            _ => "?",
        };
        self.text(simple);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn space(&mut self, space: u32) {
        if space != 0 {
            self.text(&format!(" addrspace({space})"));
        }
    }

    fn list(&mut self, types: ListRef<'_, TypeId>, depth: u32) {
        for (at, ty) in types.iter().enumerate() {
            if self.parts > PARTS {
                return;
            }
            if at != 0 {
                self.text(", ");
            }
            self.write(ty, depth + 1);
        }
    }

    fn fields(&mut self, fields: ListRef<'_, TypeId>, packed: bool, depth: u32) {
        self.text(match (packed, fields.is_empty()) {
            (true, true) => "<{}>",
            (true, false) => "<{ ",
            (false, true) => "{}",
            (false, false) => "{ ",
        });
        if !fields.is_empty() {
            self.list(fields, depth);
            self.text(if packed { " }>" } else { " }" });
        }
    }
}
