/** Its name in the script: one of the environment's is left alone. */
export function shellVariable(name: string): string {
  return `mojob_${name.replace(/[^A-Za-z0-9_]/g, "_")}`;
}

/**
 * The texts in an object of arguments as variables of a shell script, with a program that every machine with a shell has. They
 * come as they are, whatever is in them: they are never read as commands.
 */
const READ_PARAMETERS = String.raw`# The parameters of the run become variables.
eval "$(awk '
function hex(text,  digits) {
  digits = "0123456789abcdef"
  return 16 * (index(digits, substr(text, 3, 1)) - 1) + index(digits, substr(text, 4, 1)) - 1
}
function plain(text,  out, at, c) {
  for (at = 1; at <= length(text); at++) {
    c = substr(text, at, 1)
    if (c == "\\") {
      c = substr(text, ++at, 1)
      if (c == "n") c = "\n"
      else if (c == "t") c = "\t"
      else if (c == "r") c = "\r"
      else if (c == "b") c = "\b"
      else if (c == "f") c = "\f"
      else if (c == "u") { c = sprintf("%c", hex(substr(text, at + 1, 4))); at += 4 }
    }
    out = out (c == "\047" ? "\047\\\047\047" : c)
  }
  return out
}
{ rest = rest $0 }
END {
  while (match(rest, /^[{,]"[A-Za-z_][A-Za-z0-9_]*":"([^"\\]|\\.)*"/)) {
    pair = substr(rest, 3, RLENGTH - 3)
    rest = substr(rest, RLENGTH + 1)
    end = index(pair, "\"")
    print substr(pair, 1, end - 1) "=\047" plain(substr(pair, end + 3)) "\047"
  }
}' "$MOJOB_ARGS_FILE")"
`;

/** Where it came from bash read it, which does not mind being asked again. */
const IN_BASH = `# As before, bash reads this where there is one.
if [ -z "\${BASH_VERSION:-}" ] && command -v bash >/dev/null 2>&1; then exec bash "$0" "$@"; fi
`;

/** A script of bash whose parameters are variables: `mojob_` and their names. */
export function shellSource(source: string, hasParameters: boolean): string {
  return `${IN_BASH}${hasParameters ? READ_PARAMETERS : ""}${source}`;
}

/** For each place of a shell script, whether it is within single quotes, where nothing is put in. */
export function singleQuoted(source: string): (place: number) => boolean {
  const isQuoted = new Uint8Array(source.length);
  let quote = "";
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote === "'") isQuoted[at] = 1;
    if (character === "\\" && quote !== "'") at += 1;
    else if (quote === "" && character === "#" && isWordStart(source, at)) at = endOfLine(source, at);
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = "";
  }
  return (place) => isQuoted[place] === 1;
}

/** Where a `#` begins a comment. */
function isWordStart(source: string, at: number): boolean {
  return at === 0 || /[\s;]/.test(source.charAt(at - 1));
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}
