import { Autocomplete, Checkbox, Input, NativeSelect, Text, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf } from "./work-members.ts";

const BLOCK_STRATEGIES = ["SERIAL_EXECUTION", "DISCARD_LATER", "COVER_EARLY"] as const;

/** A handler of an XXL-JOB executor, in the words of XXL-JOB. */
export function XxlFields({ work, names, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const glue = textOf(work, "glueType");
  const stated = (name: string, value: unknown): void =>
    onMember(name, value === "" || value === false ? undefined : value);
  return (
    <>
      <Autocomplete
        size="xs"
        {...FIELD}
        className="mono-input"
        label="AppName"
        description={t("workForm.appNameHint")}
        error={mistakeOf(mistakes, "appName")}
        value={textOf(work, "appName")}
        onChange={(value) => stated("appName", value)}
        data={[...names]}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <TextInput
        {...FIELD}
        className="mono-input"
        label="JobHandler"
        error={mistakeOf(mistakes, "handler")}
        value={textOf(work, "handler")}
        onChange={({ currentTarget: { value } }) => onMember("handler", value)}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        {...FIELD}
        label={t("workForm.block")}
        error={mistakeOf(mistakes, "blockStrategy")}
        value={textOf(work, "blockStrategy")}
        data={[
          { value: "", label: t("workForm.blockDefault") },
          ...BLOCK_STRATEGIES.map((value) => ({ value, label: t(`workForm.blockOf.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => stated("blockStrategy", value)}
      />
      <Input.Wrapper {...FIELD} labelElement="div" label={t("workForm.routing")}>
        <Checkbox
          size="xs"
          label={t("workForm.broadcast")}
          checked={work["broadcast"] === true}
          onChange={({ currentTarget: { checked } }) => stated("broadcast", checked)}
        />
      </Input.Wrapper>
      {glue !== "" && glue !== "BEAN" && <Text size="xs">{t("workForm.glue", { glue })}</Text>}
    </>
  );
}
