"""A data card in the Croissant format of MLCommons, beside a Parquet file of deals."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Final

from boston_rules.core.arguments import check_type
from boston_rules.core.files import atomic_write
from boston_rules.simulate.export import Column, columns_of

__all__ = ["write_croissant"]

_KINDS: Final = {"int": "sc:Integer", "bool": "sc:Boolean", "text": "sc:Text"}
_CONTEXT: Final = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_BLOCK: Final = 1 << 20


def write_croissant(
    path: str | os.PathLike[str], parquet: str | os.PathLike[str], header: dict[str, Any]
) -> None:
    """Describe a Parquet file: what was played, each column, its size and its SHA-256.

    Args:
        path: of the card, which names the file as it stands beside it.
        parquet: the file.
        header: of the results that it holds.

    Raises:
        OSError: a file cannot be read or written.
    """
    for named, given in (("path", path), ("parquet", parquet)):
        check_type(named, given, str | os.PathLike, "a path")
    name, slug = Path(parquet).name, header["variant"]["slug"]
    digest = hashlib.sha256()
    try:
        opened = open(parquet, "rb")  # noqa: SIM115 - what no system can open is told apart
    except ValueError as error:
        raise ValueError(f"parquet is no path: {error}") from error
    with opened as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    players = ", ".join(header["bots"])
    card = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": f"boston_rules-{slug}-{header['seed']}",
        "description": (
            f"{header['sessions']} sessions of {slug}, a game of the Boston family, played by bots "
            f"({players}) with the seed {header['seed']}. A row is a deal. Made by "
            f"`boston-rules simulate` of boston_rules {header['version']}; rules with the "
            f"fingerprint {header['variant']['fingerprint']}."
        ),
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "version": header["version"],
        "isLiveDataset": False,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "contentSize": f"{os.path.getsize(parquet)} B",
                "encodingFormat": "application/x-parquet",
                "sha256": digest.hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "deals",
                "name": "deals",
                "description": "A deal in each row.",
                "field": [_field(column, "deals", name) for column in columns_of(header)],
            }
        ],
    }
    with atomic_write(path) as file:
        file.write(json.dumps(card, indent=2, ensure_ascii=False).encode() + b"\n")


def _field(column: Column, above: str, file: str, within: tuple[str, ...] = ()) -> dict[str, Any]:
    """A column, or a member of the objects in one."""
    place = f"{above}/{column.name}"
    told: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": place,
        "name": place,
        "description": column.meaning,
    }
    source: dict[str, Any] = {
        "fileObject": {"@id": file},
        "extract": {"column": (*within, column.name)[0]},
    }
    if within:
        source["transform"] = {"jsonPath": f"$.{column.name}"}
    if column.parts:
        told["repeated"] = True
        told["subField"] = [
            _field(part, place, file, (*within, column.name)) for part in column.parts
        ]
        return told
    return {**told, "dataType": _KINDS[column.kind], "source": source}
