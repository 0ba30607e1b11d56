//! The builder, tried on small books.

mod bad_examples;
mod bad_records;
mod book;
mod causes;
mod commands;
mod embedding;
mod hostile;
mod interrupting;
mod keeping;
mod markers;
mod names;
mod pages;
mod paths;
mod rebuilding;
mod rooms;
mod saying;
mod serving;
mod settings;
mod stock;
mod surroundings;
