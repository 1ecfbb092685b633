import type { MouseEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** For the keyboard: past the filters to the first row, and seen only while it has the focus. */
export function SkipToList(): ReactElement {
  const { t } = useTranslation();
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    document.querySelector<HTMLElement>("tbody a")?.focus();
  };
  return (
    <a href="#list" className="skip-link" onClick={skip}>
      {t("common.skipToList")}
    </a>
  );
}
