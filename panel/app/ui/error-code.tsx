import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { HintButton } from "./hint-button.tsx";

export interface ErrorCodeProps {
  readonly code: string;
  /** `null` where it has none. */
  readonly number: number | null;
}

/** A code and its number; what it means and what to do is shown with it, once somebody points at it. */
export function ErrorCode({ code, number }: ErrorCodeProps): ReactElement {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [known, setKnown] = useState<{ readonly language: string; readonly words: string | null } | null>(
    null,
  );
  const load = (): void => {
    if (known?.language === language) return;
    // The handbook is read by few, and is longer than a page.
    void import("./error-handbook.ts").then(({ adviceOf }) =>
      setKnown({ language, words: adviceOf(code, language) }),
    );
  };
  return (
    <HintButton className="badge badge-tag mono error-code" hint={known?.words ?? code} onLook={load}>
      {code}
      {number !== null && <span className="dimmed"> {number}</span>}
    </HintButton>
  );
}
