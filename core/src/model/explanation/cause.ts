import { CauseCode } from "../../base/code-names.generated.ts";
import type { GivenTo } from "../code/code-row.ts";
import type { AnyCause, AnyReason, Deed } from "../code/given.ts";
import type { CodesOfCauses } from "../code/codes-of-causes.ts";
import type { Reason } from "../reason.ts";

export { CauseCode, type Deed };

/** A worker, and why it does not begin the run. */
export interface WorkerRefusal {
  readonly id: string;
  readonly name: string;
  readonly reason: Reason;
}

/** Parameters of the table of codes, with `Reason` and `Cause` in place of their general types. */
type Told<Given> = Given extends AnyReason
  ? Reason
  : Given extends AnyCause
    ? Cause
    : Given extends object
      ? { readonly [Name in keyof Given]: Told<Given[Name]> }
      : Given;

/** The parameters of each code; every value is JSON, and every time ISO 8601. */
export type CauseParameters = { readonly [Code in CauseCode]: Told<GivenTo<CodesOfCauses[Code]["cause"]>> };

/** One cause: a code with its parameters, absent where the code has none. */
export type Cause = {
  readonly [Code in CauseCode]: undefined extends CauseParameters[Code]
    ? { readonly code: Code; readonly parameters?: undefined }
    : { readonly code: Code; readonly parameters: CauseParameters[Code] };
}[CauseCode];
