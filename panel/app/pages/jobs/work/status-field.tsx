import { TagsInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FIELD } from "./work-fields-props.ts";

export interface StatusFieldProps {
  /** As the work has them; whatever is no list of numbers counts as none. */
  readonly statuses: unknown;
  readonly error: string | undefined;
  /** `undefined` for every 2xx. */
  readonly onChange: (statuses: readonly number[] | undefined) => void;
}

/** Which statuses of a response are a success. */
export function StatusField({ statuses, error, onChange }: StatusFieldProps): ReactElement {
  const { t } = useTranslation();
  const shown = Array.isArray(statuses) ? statuses.map(String) : [];
  return (
    <TagsInput
      size="xs"
      {...FIELD}
      label={t("workForm.status")}
      description={t("workForm.statusHint")}
      error={error}
      value={shown}
      onChange={(tags) => {
        const read = tags.filter((tag) => /^[1-5]\d\d$/.test(tag)).map(Number);
        onChange(read.length === 0 ? undefined : read);
      }}
    />
  );
}
