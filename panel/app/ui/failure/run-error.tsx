import { UnstyledButton } from "@mantine/core";
import { OctagonX } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../api/operations.generated.ts";
import { ErrorCode } from "../error-code.tsx";
import { HiddenPart } from "../hidden-part.tsx";
import { CopyButton } from "../copy-button.tsx";
import { failureWords } from "./reason-words.ts";
import { withoutEscapes } from "./log-escapes.ts";

const FIRST_LINES = 6;

export interface RunErrorProps {
  readonly error: NonNullable<Instance["error"]>;
  /** Lines of the stack that are shown at first. @default 6 */
  readonly firstLines?: number;
}

/** Why the last attempt failed: its message, the innermost cause, and then the stack with the job's own frames. */
export function RunError({ error, firstLines = FIRST_LINES }: RunErrorProps): ReactElement {
  const { t, i18n } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const isHidden = error.message === null;
  const said = error.message ?? error.code;
  const message = withoutEscapes(failureWords({ ...error, message: said }, i18n.language));
  const [outer = "", ...causes] = withoutEscapes(error.stack ?? "").split("\nCaused by: ");
  const root = causes.at(-1)?.split("\n", 1)[0];
  const lines = [...stackLines(outer, said), ...causes.flatMap(causeLines)];
  const shown = isWhole ? lines : lines.slice(0, firstLines);
  return (
    <div role="group" className="run-error" aria-label={t("instances.error")}>
      <div className="run-error-head">
        <OctagonX size={16} aria-hidden="true" className="state-terminated" />
        <div className="run-error-message">
          {message}
          {isHidden && (
            <div>
              <HiddenPart part="error" />
            </div>
          )}
          {root !== undefined && (
            <div className="run-error-cause">{t("instances.causedBy", { cause: root })}</div>
          )}
        </div>
        <ErrorCode code={error.code} number={error.number} />
        <CopyButton label={t("instances.copyError")} text={() => error.stack ?? said} />
      </div>
      {lines.length > 0 && (
        <pre className="run-stack mono" tabIndex={0} aria-label={t("instances.error")} role="group">
          {shown.join("\n")}
        </pre>
      )}
      {lines.length > firstLines && (
        <UnstyledButton
          className="json-more run-stack-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t("instances.hideStack") : t("instances.showStack", { count: lines.length })}
        </UnstyledButton>
      )}
    </div>
  );
}

/** Frames of the runtime itself, which do not help to find a mistake. */
const INTERNAL = /^\s+at .*(?:\(node:|node:internal|\bext:|<anonymous>\))/;

function causeLines(cause: string): readonly string[] {
  return `Caused by: ${cause}`.split("\n").filter(isUseful);
}

function isUseful(line: string): boolean {
  return line.trim() !== "" && !INTERNAL.test(line);
}

/** The stack without the message it begins with, which is shown above it. */
function stackLines(stack: string, message: string): readonly string[] {
  const place = stack.indexOf(message);
  const rest = place >= 0 && place < 200 ? stack.slice(place + message.length) : stack;
  return rest.split("\n").filter(isUseful);
}
