import { type FindingParameters, shownParameters } from "./finding-parameters.ts";

/** Something in a source that cannot be read; its code has words in every language. */
export class ImportMistake extends Error {
  readonly code: string;
  readonly parameters: FindingParameters;

  constructor(code: string, parameters: FindingParameters = {}) {
    super(code);
    this.name = "ImportMistake";
    this.code = code;
    this.parameters = shownParameters(parameters);
  }
}
