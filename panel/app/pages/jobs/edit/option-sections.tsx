import { UnstyledButton } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { OptionGroup } from "./option-fields.ts";

export interface OptionSectionsProps {
  readonly groups: readonly OptionGroup[];
}

/** The heading that a section of the options has for an id. */
export function sectionId(group: OptionGroup): string {
  return `options-${group}`;
}

/** The way to a section of a long form; it stays in sight where there is room. */
export function OptionSections({ groups }: OptionSectionsProps): ReactElement {
  const { t } = useTranslation();
  const goTo = (group: OptionGroup): void => {
    const heading = document.getElementById(sectionId(group));
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="option-sections" aria-label={t("job.sections")}>
      {groups.map((group) => (
        <UnstyledButton key={group} className="option-section-link" onClick={() => goTo(group)}>
          {t(`job.group.${group}`)}
        </UnstyledButton>
      ))}
    </nav>
  );
}
