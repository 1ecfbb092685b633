/** Numbers of a system call; `null` where a processor has none. */
type Numbers = readonly [x64: number | null, arm64: number | null];

const Errno = { NotPermitted: 1, NotImplemented: 38 } as const;

/** System calls that no script has a reason to make, and where most of the kernel's holes were. */
const REFUSED: Readonly<Record<string, Numbers>> = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  ioperm: [173, null],
  iopl: [172, null],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  modify_ldt: [154, null],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
};

/** System calls that programs try first and do without: their flags are in memory, which a filter cannot see, or they go around the filter. */
const MISSING: Readonly<Record<string, Numbers>> = {
  clone3: [435, 435],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
};

const CLONE: Numbers = [56, 220];
const IOCTL: Numbers = [16, 29];
/** New namespaces of mounts, cgroups, names, messages, users, processes and networks. */
const NEW_NAMESPACES = 0x7e02_0000;
/** Puts characters into the input of a terminal. */
const TIOCSTI = 0x5412;
/** Numbers of the x32 interface, by which the same calls have other numbers. */
const X32 = 0x4000_0000;
const AUDIT_ARCHES = [0xc000_003e, 0xc000_00b7] as const;

/** Instructions of a classic BPF program (linux/filter.h), and where a filter finds what it looks at (linux/seccomp.h). */
const Code = { Load: 0x20, JumpIfEqual: 0x15, JumpIfAtLeast: 0x35, JumpIfAny: 0x45, Return: 0x06 } as const;
const Offset = { Number: 0, Arch: 4, FirstArg: 16, SecondArg: 24 } as const;
const ALLOW = 0x7fff_0000;
const ERRNO = 0x0005_0000;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

/**
 * The program with which the kernel refuses system calls to a script, as `bwrap --seccomp` reads it; `null` for a processor whose
 * numbers are not known.
 * @param arch as `process.arch`
 */
export function seccompFilter(arch: string): Uint8Array | null {
  const place = ["x64", "arm64"].indexOf(arch) as -1 | 0 | 1;
  if (place === -1) return null;
  const numbersOf = (calls: Readonly<Record<string, Numbers>>): readonly number[] =>
    Object.values(calls).flatMap((numbers) => numbers[place] ?? []);
  const refuse = fail(Errno.NotPermitted);
  return encode([
    [Code.Load, 0, 0, Offset.Arch],
    // Programs of other processors have other numbers.
    [Code.JumpIfEqual, 1, 0, AUDIT_ARCHES[place]],
    refuse,
    [Code.Load, 0, 0, Offset.Number],
    ...(arch === "x64" ? unless([Code.JumpIfAtLeast, X32], fail(Errno.NotImplemented)) : []),
    ...numbersOf(REFUSED).flatMap((number) => unless([Code.JumpIfEqual, number], refuse)),
    ...numbersOf(MISSING).flatMap((number) => unless([Code.JumpIfEqual, number], fail(Errno.NotImplemented))),
    ...refuseByArg(CLONE[place] ?? 0, Offset.FirstArg, [Code.JumpIfAny, NEW_NAMESPACES]),
    ...refuseByArg(IOCTL[place] ?? 0, Offset.SecondArg, [Code.JumpIfEqual, TIOCSTI]),
    [Code.Return, 0, 0, ALLOW],
  ]);
}

type Test = readonly [code: number, value: number];

function unless([code, value]: Test, verdict: Instruction): readonly Instruction[] {
  return [[code, 0, 1, value], verdict];
}

/** A call whose argument passes the test is refused; the number is loaded again for what follows. */
function refuseByArg(number: number, offset: number, test: Test): readonly Instruction[] {
  const look: readonly Instruction[] = [
    [Code.Load, 0, 0, offset],
    ...unless(test, fail(Errno.NotPermitted)),
    [Code.Load, 0, 0, Offset.Number],
  ];
  return [[Code.JumpIfEqual, 0, look.length, number], ...look];
}

function fail(errno: number): Instruction {
  return [Code.Return, 0, 0, ERRNO | errno];
}

/** Both processors have the lowest byte first. */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, jumpTrue);
    bytes.setUint8(index * 8 + 3, jumpFalse);
    bytes.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
