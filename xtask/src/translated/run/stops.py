# Runs in gdb: stops at lines of a program, and prints where that is and what the variables are.
#
# STOPS_FILE is the name of the source, STOPS_LINES its lines with commas between them; without lines, prints COUNT that
# have code, spread over all of them. A stop is a line `@ LINE FUNCTIONS`, followed by `= NAME VALUE` for each variable
# of the innermost function that is declared before this line.
import os
import re

import gdb

COUNT = 20
QUIET = ["pagination off", "confirm off", "width 0", "print address off", "print symbol off", "print elements 64",
         "style enabled off", "disable-randomization off", "print static-members off", "debuginfod enabled off"]


def tell(words):
    # One write for each line, as gdb paints nothing then.
    gdb.write(words + "\n")


def lines_of(name):
    gdb.execute("start > /dev/null 2>&1", to_string=True)
    table = gdb.selected_frame().find_sal().symtab
    lines = sorted(line for line in table.linetable().source_lines() if line > 0)
    picked = [lines[at * len(lines) // COUNT] for at in range(COUNT)]
    tell("lines " + ",".join(str(line) for line in sorted(set(picked))))


def value_of(symbol, frame):
    try:
        text = str(symbol.value(frame))
    except gdb.error as fault:
        text = "error: " + str(fault)
    return re.sub(r"0x[0-9a-f]+", "ADDRESS", text).replace("\n", " ")


def show(frame, line):
    names, older = [], frame
    while older is not None and len(names) < 3:
        names.append(str(older.name()) + ":" + str(older.find_sal().line))
        older = older.older()
    tell("@ %d %s" % (line, " < ".join(names)))
    block, seen = frame.block(), set()
    while block is not None:
        for symbol in block:
            if not (symbol.is_variable or symbol.is_argument) or symbol.name in seen:
                continue
            seen.add(symbol.name)
            is_static = symbol.addr_class == gdb.SYMBOL_LOC_STATIC
            if symbol.is_argument or is_static or symbol.line < line:
                tell("= %s %s" % (symbol.name, value_of(symbol, frame)))
        if block.function is not None:
            break
        block = block.superblock


def stops(name, lines):
    for line in lines:
        try:
            gdb.execute("tbreak %s:%s" % (name, line), to_string=True)
        except gdb.error:
            tell("no code for line " + line)
    gdb.execute("run > /dev/null 2>&1", to_string=True)
    while True:
        frame = gdb.selected_frame()
        place = frame.find_sal()
        if place.symtab is None:
            break
        show(frame, place.line)
        gdb.execute("continue", to_string=True)


for setting in QUIET:
    try:
        gdb.execute("set " + setting, to_string=True)
    except gdb.error:
        pass
try:
    if os.environ["STOPS_LINES"]:
        stops(os.environ["STOPS_FILE"], os.environ["STOPS_LINES"].split(","))
    else:
        lines_of(os.environ["STOPS_FILE"])
except gdb.error as fault:
    tell("end: " + str(fault))
