import type { RunFilter } from "../parts/run-filter.ts";

const ARG = /^args\.([^:\s]+):(.*)$/s;
const NAMED = /^(id|error):(.+)$/s;
/** A part of an id of ours: hexadecimal with dashes, or a job key with its `@time` or `#key`. */
const ID_PART = /^(?:[\da-f]{2,}(?:-[\da-f]*)+|[\da-f]*\d[\da-f]{5,}|\S+[@#]\S*)$/i;

/**
 * Reads the text in the search box: `args.NAME:value`, `id:part`, `error:text`, a part of an id where it looks like one, and else a part of
 * an error. Several `args.` parts are separated by spaces.
 */
export function parseSearch(text: string): Pick<RunFilter, "id" | "error" | "args"> {
  const args: Record<string, string> = {};
  const rest = text
    .trim()
    .split(/\s+(?=args\.)/)
    .filter((part) => {
      const [, name, value = ""] = ARG.exec(part.trim()) ?? [];
      if (name !== undefined) args[name] = value;
      return name === undefined;
    })
    .join(" ");
  const [, field, value = ""] = NAMED.exec(rest) ?? [];
  return {
    ...(Object.keys(args).length > 0 && { args }),
    ...(rest !== "" &&
      (field === undefined ? { [ID_PART.test(rest) ? "id" : "error"]: rest } : { [field]: value.trim() })),
  };
}
