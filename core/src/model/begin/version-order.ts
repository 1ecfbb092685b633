/** The parts of a version that decide its place: `v2.4.0-rc.1+build` is 2, 4, 0 before a release, and then `rc`, 1. */
interface VersionParts {
  readonly release: readonly string[];
  /** `null` is the release itself, which comes after all that lead to it. */
  readonly before: readonly string[] | null;
}

/**
 * Whether a version is the lowest or later: numbers are compared as numbers, part by part, as semver.org says. Parts that
 * are missing are 0, and other texts are compared as texts, so that dates such as `2026-11-22` have their order too.
 */
export function isAtLeast(version: string, lowest: string): boolean {
  const [own, wanted] = [partsOf(version), partsOf(lowest)];
  const order = compareParts(own.release, wanted.release, "0");
  if (order !== 0) return order > 0;
  if (own.before === null || wanted.before === null) return own.before === null;
  return compareParts(own.before, wanted.before, "") >= 0;
}

function partsOf(version: string): VersionParts {
  const [text = ""] = version
    .trim()
    .replace(/^v(?=\d)/i, "")
    .split("+");
  const [release = "", ...before] = /^\d+(\.\d+)*-/.test(text) && !isDate(text) ? text.split("-") : [text];
  return {
    release: release.split(/[.-]/),
    before: before.length === 0 ? null : before.join("-").split("."),
  };
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text);
}

function compareParts(own: readonly string[], wanted: readonly string[], missing: string): number {
  for (let at = 0; at < Math.max(own.length, wanted.length); at += 1) {
    const order = comparePart(own[at] ?? missing, wanted[at] ?? missing);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers come before other texts. */
function comparePart(own: string, wanted: string): number {
  const [isNumber, wantsNumber] = [/^\d+$/.test(own), /^\d+$/.test(wanted)];
  if (isNumber && wantsNumber) {
    const [a, b] = [BigInt(own), BigInt(wanted)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (isNumber !== wantsNumber) return isNumber ? -1 : 1;
  return own < wanted ? -1 : own > wanted ? 1 : 0;
}
