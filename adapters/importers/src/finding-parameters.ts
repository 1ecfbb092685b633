/** Words of a source are shown with every job they matter to. */
const LONGEST_SHOWN = 200;

/** The parameters of a finding's sentence. */
export type FindingParameters = Readonly<Record<string, string | number>>;

/** The parameters with long texts cut. */
export function shownParameters(parameters: FindingParameters): FindingParameters {
  const shown = Object.entries(parameters).map(([name, value]) =>
    typeof value === "string" && value.length > LONGEST_SHOWN
      ? [name, `${value.slice(0, LONGEST_SHOWN)}…`]
      : [name, value],
  );
  return Object.fromEntries(shown) as FindingParameters;
}
