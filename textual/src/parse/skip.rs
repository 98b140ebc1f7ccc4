//! Passing over function bodies and nodes.
