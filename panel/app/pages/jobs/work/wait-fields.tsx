import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { membersOf, mistakeOf, textOf } from "./work-members.ts";

/** How a wait ends, and an example of its expression. */
const WAYS = { ms: "$.SELF.PARAMS.minutes * 60000", until: "$.SELF.PARAMS.at" } as const;
type Way = keyof typeof WAYS;

/** A wait for a time. */
export function WaitFields({ work, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const wait = membersOf(work, "for");
  const way: Way = Object.hasOwn(wait, "until") ? "until" : "ms";
  return (
    <>
      <NativeSelect
        {...FIELD}
        label={t("workForm.waitBy")}
        value={way}
        data={(Object.keys(WAYS) as Way[]).map((value) => ({
          value,
          label: t(`workForm.waitByOf.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => onMember("for", { [value]: "" })}
      />
      <TextInput
        {...FIELD}
        className="mono-input"
        label={t(`workForm.waitOf.${way}`)}
        description={t("workForm.waitHint", { example: WAYS[way] })}
        error={mistakeOf(mistakes, "for")}
        value={textOf(wait, way)}
        onChange={({ currentTarget: { value } }) => onMember("for", { [way]: value })}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
