import { UnstyledButton } from "@mantine/core";
import { OctagonX } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../api/operations.generated.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { withoutEscapes } from "./log-escapes.ts";

const FIRST_LINES = 6;

/** Why the last attempt failed: what it said, then where. */
export function RunError({ error }: { readonly error: NonNullable<Instance["error"]> }): ReactElement {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const message = withoutEscapes(error.message);
  const lines = stackLines(withoutEscapes(error.stack ?? ""), message);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  return (
    <section className="run-error" aria-label={t("instances.error")}>
      <div className="run-error-head">
        <OctagonX size={16} aria-hidden="true" className="state-terminated" />
        <div className="run-error-message">{message}</div>
        <span className="badge badge-tag mono">{error.code}</span>
        <CopyButton label={t("instances.copyError")} text={() => error.stack ?? error.message} />
      </div>
      {lines.length > 0 && (
        <pre className="run-stack mono" tabIndex={0} aria-label={t("instances.error")} role="region">
          {shown.join("\n")}
        </pre>
      )}
      {lines.length > FIRST_LINES && (
        <UnstyledButton
          className="json-more run-stack-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t("instances.hideStack") : t("instances.showStack", { count: lines.length })}
        </UnstyledButton>
      )}
    </section>
  );
}

/** The stack without the message it begins with, which stands above it. */
function stackLines(stack: string, message: string): readonly string[] {
  const place = stack.indexOf(message);
  const rest = place >= 0 && place < 200 ? stack.slice(place + message.length) : stack;
  return rest.split("\n").filter((line) => line.trim() !== "");
}
