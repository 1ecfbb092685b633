import { Switch, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { BranchRows } from "./branch-rows.tsx";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf } from "./work-members.ts";

/** A choice by the arguments of the run. */
export function ConditionFields({ work, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <BranchRows
        branches={work["branches"]}
        error={mistakeOf(mistakes, "branches")}
        onChange={(branches) => onMember("branches", branches)}
      />
      <TextInput
        {...FIELD}
        className="mono-input"
        label={t("workForm.branchElse")}
        description={t("workForm.branchElseHint")}
        error={mistakeOf(mistakes, "else")}
        value={textOf(work, "else")}
        onChange={({ currentTarget: { value } }) => onMember("else", value === "" ? undefined : value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Switch
        label={t("workForm.branchAll")}
        checked={work["all"] === true}
        onChange={({ currentTarget: { checked } }) => onMember("all", checked ? true : undefined)}
      />
    </>
  );
}
