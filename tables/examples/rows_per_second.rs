//! Rows per second of each table: `cargo run --release -p bctk-tables --example rows_per_second -- [TABLE] FILE…`.
use bctk_tables::arrow_array::{Array, RecordBatch};
use bctk_tables::{Options, Source, Table, read_all};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let only = files.first().and_then(|name| Table::from_name(name));
    files.drain(..usize::from(only.is_some()));
    let contents = files.iter().map(std::fs::read).collect::<std::io::Result<Vec<_>>>()?;
    let sources: Vec<Source<'_>> = files.iter().zip(&contents).map(|(name, bytes)| Source { name: Some(name), bytes }).collect();
    println!("{} files, {} bytes", files.len(), contents.iter().map(Vec::len).sum::<usize>());
    for &table in Table::ALL.iter().filter(|&&table| only.is_none_or(|only| only == table)) {
        for text in [false, true] {
            // A single table is measured with `time`, so without the text that would hide it.
            if text && only.is_some() && std::env::var_os("TEXT").is_none() {
                continue;
            }
            if text && !table.columns().iter().any(|column| column.is_text) {
                continue;
            }
            let begin = Instant::now();
            let batches = read_all(table, 0, &sources, &Options { text, ..Options::default() });
            let seconds = begin.elapsed().as_secs_f64();
            let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
            let failed = |batch: &RecordBatch| batch.column_by_name("error").is_some_and(|errors| errors.null_count() < errors.len());
            let errors = batches.iter().filter(|batch| failed(batch)).count();
            let name = if text { format!("{} with text", table.name()) } else { table.name().to_owned() };
            println!("{name:24} {rows:9} rows  {errors:4} errors  {seconds:8.3} s  {:10.0} rows/s", rows as f64 / seconds);
        }
    }
    Ok(())
}
