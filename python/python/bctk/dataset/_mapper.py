"""Functions for the data sets of Ray, Spark and Dask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Union

from bctk.dataset._settings import MAX_BYTES, Job, Keep, Settings, pairs

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from pyspark.sql.types import StructType  # type: ignore[import-not-found,unused-ignore]


class Mapper:
    """Reads the modules of a batch. Made by `mapper`; it can be pickled.

    The column `row` of the result counts the rows of the batch, since a batch does not know its
    place in the data set. Keep a column of the input to know a row again.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._job: Optional[Job] = settings.job()

    def __getstate__(self) -> Settings:
        return self.settings

    def __setstate__(self, settings: Settings) -> None:
        self.settings = settings
        self._job = None

    def __repr__(self) -> str:
        return f"bctk.dataset.mapper({self.settings.table!r}, {self.settings.column!r})"

    def _reader(self) -> Job:
        if self._job is None:
            self._job = self.settings.job()
        return self._job

    def __call__(self, batch: Union[pyarrow.Table, pyarrow.RecordBatch]) -> pyarrow.Table:
        """The table of one batch: for Ray, `ds.map_batches(m, batch_format="pyarrow")`."""
        import pyarrow

        if isinstance(batch, pyarrow.RecordBatch):
            batch = pyarrow.Table.from_batches([batch])
        names = None
        if self.settings.name_column is not None:
            names = batch.column(self.settings.name_column)
        out = pyarrow.table(self._reader().read(batch.column(self.settings.column), names))
        rows = out.column("row")
        for old, new in self.settings.keep:
            if new in out.column_names:
                raise ValueError(f"the column {new!r} that is kept has the name of another; give it a new one")
            out = out.append_column(new, batch.column(old).take(rows))
        return out

    def schema(self, batch: Optional[pyarrow.Schema] = None) -> pyarrow.Schema:
        """The schema of the result. `batch` is the input's, if columns are kept."""
        import pyarrow

        schema = pyarrow.table(self._reader().empty()).schema
        for old, new in self.settings.keep:
            if batch is None:
                raise ValueError("the schema of the input is needed for the columns that are kept")
            schema = schema.append(batch.field(old).with_name(new).with_nullable(True))
        return schema

    # Spark

    def map_in_arrow(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """For Spark, `df.mapInArrow(m.map_in_arrow, m.spark_schema(df))`.

        Spark has no unsigned numbers: they become signed ones that are wide enough, but for those of
        64 bits, which keep their bits.
        """
        for batch in batches:
            table = self(batch)
            schema = _signed(table.schema)
            yield from table.cast(schema, safe=False).combine_chunks().to_batches(max_chunksize=10_000)

    def spark_schema(self, df: Any = None) -> StructType:
        """The schema that `mapInArrow` wants. `df` is the data frame, if columns are kept."""
        from pyspark.sql.pandas.types import from_arrow_schema  # type: ignore[import-not-found,unused-ignore]
        from pyspark.sql.types import StructType

        bare = Mapper(_without_keep(self.settings))
        fields = list(from_arrow_schema(_signed(bare.schema())).fields)
        for old, new in self.settings.keep:
            if df is None:
                raise ValueError("the data frame is needed for the columns that are kept")
            field = df.schema[old]
            fields.append(type(field)(new, field.dataType, True))
        return StructType(fields)

    # Dask

    def map_partition(self, df: pandas.DataFrame) -> pandas.DataFrame:
        """For Dask, `ddf.map_partitions(m.map_partition, meta=m.dask_meta(ddf))`."""
        import pandas
        import pyarrow

        wanted = [self.settings.column, *(old for old, _ in self.settings.keep)]
        if self.settings.name_column is not None:
            wanted.append(self.settings.name_column)
        columns = {}
        for name in dict.fromkeys(wanted):
            column = df[name]
            if name == self.settings.column and column.dtype == object:
                columns[name] = pyarrow.array(column, type=pyarrow.large_binary(), from_pandas=True)
            else:
                columns[name] = pyarrow.array(column, from_pandas=True)
        out: pandas.DataFrame = self(pyarrow.table(columns)).to_pandas(types_mapper=pandas.ArrowDtype)
        return out

    def dask_meta(self, ddf: Any = None) -> pandas.DataFrame:
        """The empty frame that tells Dask the columns. `ddf` is the data frame, if columns are kept."""
        import pandas
        import pyarrow

        schema = Mapper(_without_keep(self.settings)).schema()
        for old, new in self.settings.keep:
            if ddf is None:
                raise ValueError("the data frame is needed for the columns that are kept")
            kind = pyarrow.array(ddf._meta[old], from_pandas=True).type
            schema = schema.append(pyarrow.field(new, pyarrow.string() if kind == pyarrow.null() else kind))
        frame: pandas.DataFrame = schema.empty_table().to_pandas(types_mapper=pandas.ArrowDtype)
        return frame


def mapper(
    table: str,
    column: str = "content",
    name_column: Optional[str] = None,
    keep: Keep = (),
    *,
    columns: Optional[Iterable[str]] = None,
    text: bool = False,
    normalize_names: bool = False,
    strip_debug: bool = False,
    max_bytes: Optional[int] = MAX_BYTES,
    time_limit: Optional[float] = None,
    threads: int = 1,
) -> Mapper:
    """A function that turns batches with a column of modules into one of the tables.

    `keep` names columns of the input that the result has too, under the same names or, given a
    mapping, under new ones. `columns` names the columns of the table to make, if not all but the text:
    what others need is not done. A module of more than `max_bytes` bytes or that takes longer than
    `time_limit` seconds is an error row. An engine runs many workers, so each has one thread.

    >>> import pyarrow, bctk.dataset
    >>> functions = bctk.dataset.mapper("functions", keep=["id"])
    >>> batch = pyarrow.table({"id": ["a"], "content": [b"no module"]})
    >>> functions(batch).select(["row", "id"]).to_pylist()
    [{'row': 0, 'id': 'a'}]
    """
    return Mapper(
        Settings(
            table=table,
            column=column,
            name_column=name_column,
            keep=pairs(keep),
            columns=columns,
            text=text,
            normalize_names=normalize_names,
            strip_debug=strip_debug,
            max_bytes=max_bytes,
            time_limit=time_limit,
            threads=threads,
        )
    )


def _without_keep(settings: Settings) -> Settings:
    import dataclasses

    return dataclasses.replace(settings, keep=())


def _signed(schema: pyarrow.Schema) -> pyarrow.Schema:
    """The schema in types that Spark has."""
    import pyarrow

    def change(kind: pyarrow.DataType) -> pyarrow.DataType:
        if pyarrow.types.is_uint8(kind):
            return pyarrow.int16()
        if pyarrow.types.is_uint16(kind):
            return pyarrow.int32()
        if pyarrow.types.is_uint32(kind) or pyarrow.types.is_uint64(kind):
            return pyarrow.int64()
        if pyarrow.types.is_dictionary(kind):
            return change(kind.value_type)
        if pyarrow.types.is_fixed_size_binary(kind):
            return pyarrow.binary()
        if pyarrow.types.is_map(kind):
            return pyarrow.map_(change(kind.key_type), change(kind.item_type))
        if pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind):
            return pyarrow.list_(change(kind.value_type))
        if pyarrow.types.is_struct(kind):
            return pyarrow.struct([kind.field(i).with_type(change(kind.field(i).type)) for i in range(kind.num_fields)])
        return kind

    return pyarrow.schema([field.with_type(change(field.type)) for field in schema])
