import { openSync, readdirSync, readFileSync } from "node:fs";

/** The shell that starts a program closes those below. */
const FIRST = 10;
/** The flag of Linux, in the octal flags of `/proc/self/fdinfo`. */
const CLOSE_ON_EXEC = 0o2000000;
/** A descriptor beyond it would make the list of all of them long; none is given out by itself. */
const LAST = 4095;

let emptyInput: number | null = null;

/**
 * The replacements of the descriptors that this process was started with, such as those of a supervisor, from 3 on, for a child: an empty
 * file for each, because a program would otherwise have them. Empty where there are none, on Deno, and on other systems than Linux.
 */
export function withoutInherited(): readonly ("ignore" | number)[] {
  // Bun closes them by itself, and Deno refuses such a list.
  if ("Deno" in globalThis || "Bun" in globalThis) return [];
  const inherited = new Set(inheritedDescriptors());
  if (inherited.size === 0) return [];
  const nothing = (emptyInput ??= openSync("/dev/null", "r"));
  return Array.from({ length: Math.max(...inherited) - 2 }, (_, index) =>
    inherited.has(index + 3) ? nothing : "ignore",
  );
}

function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => descriptor >= FIRST && descriptor <= LAST && isInherited(descriptor));
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = "0"] =
      /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was closed meanwhile.
    return false;
  }
}
