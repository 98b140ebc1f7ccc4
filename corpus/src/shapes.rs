//! Rust for the corpus: enums, traits, closures, slices, panics.
#![crate_type = "lib"]

pub enum Shape {
    Circle(f64),
    Rect { w: u32, h: u32 },
    Named(String),
}

pub trait Area {
    fn area(&self) -> f64;
}

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => 3.25 * r * r,
            Shape::Rect { w, h } => f64::from(w * h),
            Shape::Named(s) => s.len() as f64,
        }
    }
}

pub fn total(items: &[Box<dyn Area>], scale: Option<f64>) -> f64 {
    items.iter().map(|s| s.area() * scale.unwrap_or(1.0)).sum()
}

pub fn find(xs: &[i128], n: usize) -> Result<i128, &'static str> {
    if xs.is_empty() {
        return Err("nothing");
    }
    Ok(xs[n].wrapping_mul(170141183460469231731687303715884105727))
}
