#!/usr/bin/env python3
"""Times PyTorch's and Triton's modulus on modlab's own operands, and writes a journal that modlab reads.

For each workload `modlab data` writes the operands and the expected results. Both peers and a copy of the same bytes
(bitwise_xor, the roofline) are timed in rounds, and every result is compared with the expected one. Workloads that fit
the device's cache are launched from CUDA graphs, so that the host's time per launch does not count. Needs PyTorch with
CUDA; if Triton is installed, its kernel for packed tensors is first tuned by its own autotuner.
"""

import argparse
import ast
import csv
import datetime
import itertools
import json
import math
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile

COLUMNS = (
    "run,row,utc,op,dtype,shape,layout,placement,data_set,variant,access,load_bytes,per_thread,threads,loop,algorithm,"
    "accuracy,binding,compiler,shader_model,mode,status,detail,mismatches,max_ulp,samples,median_ns,min_ns,q1_ns,q3_ns,"
    "mad_ns,ci_low_ns,ci_high_ns,stop,bytes,gbps,roofline_gbps,roofline_pct,tie,compile_ms,shader_hash,worst,seed,adapter"
).split(",")
TYPES = {"f32": 4, "f16": 2, "i32": 4, "i16": 2, "i8": 1, "u32": 4, "u16": 2, "u8": 1}
OPERATORS = ("floor", "truncate")
PLACEMENTS = ("out", "in-a")
LAYOUTS = ("packed", "broadcast-b", "row-b", "channel-b", "transposed", "nhwc-b", "padded")
PADDING = 3  # elements after every row, as modlab has them
ROUNDS = 40
SHORTEST_SAMPLE_MS = 2.0  # makes the cost of a pair of events negligible
WARM_UP_MS = 1000.0


def fail(message):
    print(f"bench-torch: {message}", file=sys.stderr)
    sys.exit(2)


def utc_now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def chosen(text, choices, option):
    values = list(choices) if text == "all" else text.split(",")
    for value in values:
        if value not in choices:
            fail(f"{option} '{value}' is unknown; choose from all, {', '.join(choices)}")
    return values


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--op", default="all", help="floor, truncate, all")
    parser.add_argument("--dtype", default="all", help=", ".join(TYPES) + ", all")
    parser.add_argument("--placement", default="all", help="out, in-a, all")
    parser.add_argument("--layout", default="packed", help=", ".join(LAYOUTS) + ", all (default: packed)")
    parser.add_argument("--data-set", default="mixed")
    parser.add_argument("--shape", help="sizes joined by x, such as 64x256x64x64; several joined by commas")
    parser.add_argument("--tensor-mib", default="512", help="instead of --shape: the size of each tensor; several joined by commas (default: 512)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modlab", default=str(pathlib.Path(__file__).parent / "modlab"), help="the program to ask for data")
    parser.add_argument("--out", help="the journal to write, a .csv file")
    parser.add_argument("--columns", action="store_true", help="print the journal's columns and exit")
    arguments = parser.parse_args()
    if arguments.columns:
        print(",".join(COLUMNS))
        sys.exit(0)
    arguments.ops = chosen(arguments.op, OPERATORS, "--op")
    arguments.types = chosen(arguments.dtype, TYPES, "--dtype")
    arguments.placements = chosen(arguments.placement, PLACEMENTS, "--placement")
    arguments.layouts = chosen(arguments.layout, LAYOUTS, "--layout")
    for mib in arguments.tensor_mib.split(","):
        if not mib.isdecimal() or int(mib) < 1:
            fail(f"--tensor-mib '{mib}' is no whole number of at least 1")
    for shape in arguments.shape.split(",") if arguments.shape else []:
        if not all(size.isdecimal() and int(size) > 0 for size in shape.split("x")):
            fail(f"--shape '{shape}' is not sizes joined by x")
    if not arguments.out:
        fail("name the journal with --out")
    journal = pathlib.Path(arguments.out)
    if journal.suffix != ".csv":
        fail(f"{journal}: name the journal .csv")
    for file in (journal, journal.with_suffix(".json"), journal.with_suffix(".samples.csv")):
        if file.exists():
            fail(f"{file} exists; name another journal")
    return arguments


ARGUMENTS = parse_arguments()

try:
    import torch
except ImportError:
    fail("PyTorch is not installed here")
if not torch.cuda.is_available():
    fail("PyTorch finds no CUDA device")
try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

TORCH_TYPES = {
    "f32": torch.float32, "f16": torch.float16, "i32": torch.int32, "i16": torch.int16, "i8": torch.int8,
    "u32": torch.uint32, "u16": torch.uint16, "u8": torch.uint8,
}  # fmt: skip
BITS = {4: torch.int32, 2: torch.int16, 1: torch.int8}


def load_npy(path, dtype):
    """Loads onto the device. Format versions 1 to 3, little-endian and in C order, as modlab writes them."""
    content = bytearray(path.read_bytes())
    length_bytes = 2 if content[6] == 1 else 4
    header_at = 8 + length_bytes
    header_end = header_at + int.from_bytes(content[8:header_at], "little")
    shape = ast.literal_eval(content[header_at:header_end].decode())["shape"]
    return torch.frombuffer(content, dtype=dtype, offset=header_end).reshape(shape).cuda()


if triton:

    @triton.autotune(
        configs=[
            triton.Config({"BLOCK": block}, num_warps=warps)
            for block in (512, 1024, 2048, 4096, 8192)
            for warps in (2, 4, 8, 16)
        ],
        key=["count", "FLOOR", "FLOATS"],
    )
    @triton.jit
    def modulus_kernel(a_ptr, b_ptr, out_ptr, count, FLOOR: tl.constexpr, FLOATS: tl.constexpr, BLOCK: tl.constexpr):
        at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        inside = at < count
        a = tl.load(a_ptr + at, mask=inside)
        b = tl.load(b_ptr + at, mask=inside, other=1)
        if FLOATS:
            x = a.to(tl.float32)
            y = b.to(tl.float32)
        else:
            x = a
            y = tl.where(b == 0, 1, b).to(b.dtype)
        r = x % y
        if FLOOR:
            r = tl.where((r != 0) & ((r < 0) != (y < 0)), r + y, r)
        tl.store(out_ptr + at, r.to(a.dtype), mask=inside)


class Peer:
    """One way to compute or copy: `launch(a, b, out)`."""

    def __init__(self, name, algorithm, compiler, launch, block=0, threads=0):
        self.name, self.algorithm, self.compiler, self.launch = name, algorithm, compiler, launch
        self.block, self.threads = block, threads
        self.samples_ns = []


def torch_peer(op, dtype):
    function = torch.remainder if op == "floor" else torch.fmod
    if dtype in ("u16", "u32"):
        return None  # PyTorch has no modulus for these on CUDA
    return Peer(f"torch-{function.__name__}", function.__name__, f"torch {torch.__version__}", lambda a, b, out: function(a, b, out=out))


def triton_peer(op, dtype, a, b, out):
    if not triton:
        return None
    arguments = {"FLOOR": op == "floor", "FLOATS": dtype in ("f32", "f16")}
    grid = lambda meta: (triton.cdiv(a.numel(), meta["BLOCK"]),)
    modulus_kernel[grid](a, b, out, a.numel(), **arguments)
    best = modulus_kernel.best_config
    block, warps = best.kwargs["BLOCK"], best.num_warps

    def launch(a, b, out):
        modulus_kernel.fn[grid](a, b, out, a.numel(), **arguments, BLOCK=block, num_warps=warps)

    return Peer(f"triton-b{block}-w{warps}", "triton", f"triton {triton.__version__}", launch, block, 32 * warps)


def copy_peer(bits):
    return Peer("torch-bitwise_xor", "copy", f"torch {torch.__version__}",
                lambda a, b, out: torch.bitwise_xor(a.view(bits), b.view(bits), out=out.view(bits)))  # fmt: skip


def elapsed_ms(work):
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    work()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop)


def count_mismatches(result, expected):
    bits = BITS[result.element_size()]
    different = result.view(bits) != expected.view(bits)
    if result.is_floating_point():
        different &= ~(result.isnan() & expected.isnan())
    return int(different.sum())


def swapped(tensor, first, second):
    """The same tensor, stored with two dimensions swapped."""
    return tensor.transpose(first, second).contiguous().transpose(first, second)


def padded(tensor):
    """The same tensor, stored with unused elements after every row."""
    storage = torch.empty(*tensor.shape[:-1], tensor.shape[-1] + PADDING, dtype=tensor.dtype, device=tensor.device)
    return storage[..., : tensor.shape[-1]].copy_(tensor)


def stored(layout, a, b):
    """The operands as the layout stores them. A broadcast B comes with as few elements as it has."""
    if layout == "transposed":
        return swapped(a, -1, -2), b
    if layout == "nhwc-b":
        return a, b.movedim(1, -1).contiguous().movedim(-1, 1)
    if layout == "padded":
        return padded(a), padded(b)
    return a, b


class Bench:
    """The operands of one workload on the device, and the timing of peers on them."""

    def __init__(self, a, b, expected, layout, in_place):
        self.expected, self.in_place = expected, in_place
        self.a, self.b = stored(layout, a, b)
        self.out = padded(a) if layout == "padded" else torch.empty_like(a)
        self.bytes = (2 * a.numel() + b.numel()) * a.element_size()
        self.outruns_cache = self.bytes > 4 * torch.cuda.get_device_properties(0).L2_cache_size
        self.copies = []
        self.graphs = {}

    def verify(self, peer):
        target = self.a.clone() if self.in_place else self.out
        peer.launch(target if self.in_place else self.a, self.b, target)
        return count_mismatches(target, self.expected)

    def choose_batch(self, peers):
        """Launches per batch: as many as the fastest peer needs. In place, each overwrites its own copy of A."""
        launch_ms = min(elapsed_ms(lambda peer=peer: peer.launch(self.a, self.b, self.out)) for peer in peers for _ in range(3))
        self.batch = max(1, math.ceil(SHORTEST_SAMPLE_MS / launch_ms))
        if self.in_place:
            self.copies = [torch.empty_strided(self.a.shape, self.a.stride(), dtype=self.a.dtype, device="cuda") for _ in range(self.batch)]
        elif not self.outruns_cache:
            for peer in peers:
                self.graphs[peer] = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self.graphs[peer]):
                    for _ in range(self.batch):
                        peer.launch(self.a, self.b, self.out)

    def sample_ns(self, peer):
        for copy in self.copies:
            copy.copy_(self.a)

        def work():
            if self.graphs:
                self.graphs[peer].replay()
                return
            for i in range(self.batch):
                if self.in_place:
                    peer.launch(self.copies[i], self.b, self.copies[i])
                else:
                    peer.launch(self.a, self.b, self.out)

        return elapsed_ms(work) * 1e6 / self.batch

    def run_rounds(self, peers):
        warmed_ms = 0.0
        while warmed_ms < WARM_UP_MS:
            warmed_ms += sum(self.sample_ns(peer) for peer in peers) * self.batch / 1e6
        order = list(peers)
        for _ in range(ROUNDS):
            random.shuffle(order)
            for peer in order:
                peer.samples_ns.append(self.sample_ns(peer))


def describe(samples):
    """Like modlab: quartiles, and the 95 % interval of the median from order statistics."""
    ordered = sorted(samples)
    median = statistics.median(ordered)
    q1, _, q3 = statistics.quantiles(ordered, n=4, method="inclusive")
    n = len(ordered)
    low = 0
    while sum(math.comb(n, k) for k in range(low + 2)) / 2**n <= 0.025:
        low += 1
    return {
        "samples": n, "median_ns": median, "min_ns": ordered[0], "q1_ns": q1, "q3_ns": q3,
        "mad_ns": statistics.median(abs(x - median) for x in ordered), "ci_low_ns": ordered[low], "ci_high_ns": ordered[n - 1 - low],
    }  # fmt: skip


def make_row(workload, peer, mismatches, roofline_gbps):
    row = dict.fromkeys(COLUMNS, "")
    row.update(workload, utc=utc_now(), variant=peer.name, load_bytes=0, threads=peer.threads, algorithm=peer.algorithm)
    row.update(per_thread=peer.block // peer.threads if peer.threads else 0, compiler=peer.compiler, status="ok")
    row.update(accuracy="formula" if mismatches else "exact", mismatches=mismatches, stop="time", seed=ARGUMENTS.seed)
    row.update(adapter=torch.cuda.get_device_name())
    row.update(describe(peer.samples_ns))
    row["gbps"] = row["bytes"] / row["median_ns"]
    row.update(roofline_gbps=roofline_gbps, roofline_pct=100 * row["gbps"] / roofline_gbps)
    return row


def shapes_of(dtype):
    if ARGUMENTS.shape:
        return ARGUMENTS.shape.split(",")
    return [str(int(mib) * 2**20 // TYPES[dtype]) for mib in ARGUMENTS.tensor_mib.split(",")]


def load_operands(op, dtype, shape, layout):
    """A, B and the expected result, which do not depend on the placement."""
    with tempfile.TemporaryDirectory() as folder:
        files = {key: pathlib.Path(folder) / f"{key}.npy" for key in ("a", "b", "result")}
        name = f"{op}/{dtype}/{shape}/{layout}/out/{ARGUMENTS.data_set}"
        words = [word for key, path in files.items() for word in (f"--{key}", str(path))]
        command = [ARGUMENTS.modlab, "data", name, "--seed", str(ARGUMENTS.seed), *words]
        asked = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if asked.returncode != 0:
            fail(f"modlab data {name}: {asked.stderr.strip()}")
        return [load_npy(path, TORCH_TYPES[dtype]) for path in files.values()]


def measure(op, dtype, shape, layout, placement, operands):
    bench = Bench(*operands, layout, placement != "out")
    peers = [torch_peer(op, dtype)]
    if layout == "packed":
        peers.append(triton_peer(op, dtype, bench.a, bench.b, bench.out))
    peers = [peer for peer in peers if peer]
    if not peers:
        return []
    mismatches = [bench.verify(peer) for peer in peers]
    copy = copy_peer(BITS[TYPES[dtype]])
    bench.choose_batch([*peers, copy])
    bench.run_rounds([*peers, copy])

    workload = {
        "op": op, "dtype": dtype, "shape": shape, "layout": layout, "placement": placement,
        "data_set": ARGUMENTS.data_set, "mode": "cold" if bench.outruns_cache else "warm", "bytes": bench.bytes,
        "detail": f"{bench.batch} launches of a CUDA graph" if bench.graphs else "",
    }  # fmt: skip
    roofline_gbps = bench.bytes / statistics.median(copy.samples_ns)
    rows = [make_row(workload, peer, wrong, roofline_gbps) for peer, wrong in zip(peers, mismatches)]
    for row, peer in zip(rows, peers):
        rivals = [other["median_ns"] for other in rows if other["accuracy"] == row["accuracy"]]
        row["tie"] = "best" if row["median_ns"] == min(rivals) else "no"
        row["samples_ns"] = peer.samples_ns
    return rows


def context_of(started, finished, rows, journal):
    properties = torch.cuda.get_device_properties(0)
    names = list(dict.fromkeys("/".join(str(row[key]) for key in ("op", "dtype", "shape", "layout", "placement", "data_set")) for row in rows))
    versions = f"torch {torch.__version__}" + (f", triton {triton.__version__}" if triton else "")
    return {
        "run": journal.stem,
        "command": ["bench-torch.py", *sys.argv[1:]],
        "started": started,
        "finished": finished,
        "revision": "",
        "host": f"{platform.system()} {platform.release()}",
        "seed": ARGUMENTS.seed,
        "strategy": "peers",
        "planned": names,
        "mode": rows[0]["mode"],
        "power_policy": "default",
        "device": {
            "adapter": torch.cuda.get_device_name(), "driver": f"CUDA {torch.version.cuda}", "implementation": versions,
            "software": False, "memory_bytes": properties.total_memory, "highest_shader_model": [0, 0], "wave_ops": True,
            "wave_lanes_min": 32, "wave_lanes_max": 32, "native_16bit": True, "timestamp_hz": 1000000000,
        },
        "compiler_version": versions,
        "clock_tick_ns": 1.0,
        "clock_step_ns": 0.0,
        "empty_pair_ns": elapsed_ms(lambda: None) * 1e6,
        "cache_bytes": properties.L2_cache_size,
        "workloads": [],
    }  # fmt: skip


def write_context(journal, context):
    new = journal.with_suffix(".json.new")
    new.write_text(json.dumps(context, indent=2) + "\n")
    new.replace(journal.with_suffix(".json"))


def main():
    journal = pathlib.Path(ARGUMENTS.out)
    journal.parent.mkdir(parents=True, exist_ok=True)
    random.seed(ARGUMENTS.seed)
    started = utc_now()
    rows = []
    with open(journal, "x", newline="") as table, open(journal.with_suffix(".samples.csv"), "w", newline="") as samples:
        writer = csv.DictWriter(table, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        samples.write("row,phase,index,ns,drifted,outlier\n")
        for op, dtype, layout in itertools.product(ARGUMENTS.ops, ARGUMENTS.types, ARGUMENTS.layouts):
            for shape in shapes_of(dtype):
                operands = load_operands(op, dtype, shape, layout)
                for placement in ARGUMENTS.placements:
                    for row in measure(op, dtype, shape, layout, placement, operands):
                        rows.append(row)
                        row.update(run=journal.stem, row=len(rows))
                        writer.writerow(row)
                        samples.writelines(f"{row['row']},confirm,{i},{ns},0,0\n" for i, ns in enumerate(row["samples_ns"]))
                        print(f"{op:8} {dtype:4} {shape} {layout} {placement:5} {row['gbps']:7.0f} GB/s {row['roofline_pct']:5.1f} %"
                              f"  {row['mismatches']} mismatches  {row['variant']}", flush=True)  # fmt: skip
                    table.flush()
                    samples.flush()
                    if rows:
                        write_context(journal, context_of(started, "", rows, journal))
    if not rows:
        fail("neither PyTorch nor Triton supports any of these")
    write_context(journal, context_of(started, utc_now(), rows, journal))


main()
