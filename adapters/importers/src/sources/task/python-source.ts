const READ_PARAMETERS = `import json as _json, os as _os

with open(_os.environ["MOJOB_ARGS_FILE"], encoding="utf-8") as _file:
    # The parameters of the run by their names.
    mojob_params = _json.load(_file)

`;

/**
 * A Python script whose placeholders become values: those that stand by themselves or are a whole text in quotes. Others, within a
 * longer text, are left as they are.
 * @param nameOf the parameter that a placeholder stands for; `null` for none
 */
export function pythonSource(
  source: string,
  pattern: RegExp,
  nameOf: (placeholder: string) => string | null,
): { readonly text: string; readonly left: readonly string[] } {
  const left: string[] = [];
  let isUsed = false;
  const whole = new RegExp(`(["'])(${pattern.source})\\1|(${pattern.source})`, "g");
  const text = source.replace(whole, (match: string, ...groups: readonly (string | undefined)[]) => {
    const [quote, inner, bare] = groups;
    const placeholder = inner ?? bare ?? "";
    const name = nameOf(placeholder);
    if (name === null) return match;
    if (quote === undefined) {
      left.push(placeholder);
      return match;
    }
    isUsed = true;
    return `mojob_params[${JSON.stringify(name)}]`;
  });
  return { text: isUsed ? READ_PARAMETERS + text : text, left };
}
