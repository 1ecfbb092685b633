import { Checkbox, Group, Input, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { HeaderRows } from "./header-rows.tsx";
import { StatusField } from "./status-field.tsx";
import { FIELD, PLACEHOLDERS, type WorkFieldsProps } from "./work-fields-props.ts";
import { membersOf, mistakeOf, textOf, withCondition } from "./work-members.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/** A request that a job sends. */
export function HttpFields({ work, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const success = membersOf(work, "success");
  const method = textOf(work, "method");
  const setCondition = (name: string, value: unknown): void =>
    onMember("success", withCondition(success, name, value));
  const isLonger = "json" in success || "poll" in success;
  return (
    <>
      <Input.Wrapper
        {...FIELD}
        labelElement="div"
        label={t("workForm.request")}
        description={t("workForm.requestHint")}
        error={mistakeOf(mistakes, "method") ?? mistakeOf(mistakes, "url")}
      >
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={t("workForm.method")}
            value={method}
            data={METHODS.includes(method) ? METHODS : [method, ...METHODS]}
            onChange={({ currentTarget: { value } }) => onMember("method", value)}
          />
          <TextInput
            aria-label={t("workForm.url")}
            className="mono-input work-wide"
            value={textOf(work, "url")}
            onChange={({ currentTarget: { value } }) => onMember("url", value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Group>
      </Input.Wrapper>
      <HeaderRows
        headers={membersOf(work, "headers")}
        error={mistakeOf(mistakes, "headers")}
        onChange={(headers) => onMember("headers", headers)}
      />
      <Textarea
        {...FIELD}
        className="mono-input"
        label={t("workForm.body")}
        description={t("workForm.bodyHint", PLACEHOLDERS)}
        error={mistakeOf(mistakes, "body")}
        autosize
        minRows={2}
        maxRows={16}
        spellCheck={false}
        value={textOf(work, "body")}
        onChange={({ currentTarget: { value } }) => onMember("body", value === "" ? null : value)}
      />
      <StatusField
        statuses={success["status"]}
        error={mistakeOf(mistakes, "success")}
        onChange={(statuses) => setCondition("status", statuses)}
      />
      <TextInput
        {...FIELD}
        label={t("workForm.contains")}
        description={t("workForm.containsHint")}
        value={textOf(success, "contains")}
        onChange={({ currentTarget: { value } }) =>
          setCondition("contains", value === "" ? undefined : value)
        }
      />
      <Input.Wrapper {...FIELD} labelElement="div" label={t("workForm.end")}>
        <Checkbox
          size="xs"
          label={t("workForm.callback")}
          checked={success["callback"] === true}
          disabled={"poll" in success}
          onChange={({ currentTarget: { checked } }) => setCondition("callback", checked ? true : undefined)}
        />
      </Input.Wrapper>
      {isLonger && <Text size="xs">{t("workForm.longer")}</Text>}
    </>
  );
}
