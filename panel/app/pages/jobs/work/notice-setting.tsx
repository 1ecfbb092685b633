import { TagsInput, Textarea, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { NOTICE_SETTINGS, type NoticeServiceName, type NoticeSettingName } from "./notice-services.ts";
import { FIELD, PLACEHOLDERS } from "./work-fields-props.ts";

/** Examples of templates; braces of their own would be read as a word's parameters. */
const EXAMPLE = { text: "{{ text }} {{ url }}", json: '{"content": {{ text | json }}}' } as const;

export interface NoticeSettingProps {
  readonly name: NoticeSettingName;
  readonly service: NoticeServiceName;
  readonly error: string | undefined;
  readonly text: string;
  readonly texts: readonly string[];
  /** Empty where it is not given. */
  readonly onChange: (value: string | readonly string[]) => void;
}

/** One setting of a service. */
export function NoticeSetting(props: NoticeSettingProps): ReactElement {
  const { name, service, error, text, texts, onChange } = props;
  const { t } = useTranslation();
  const common = {
    ...FIELD,
    label: t(`workForm.setting.${name}`),
    description: hintOf(name, service, t),
    error,
  };
  if (name === "to")
    return (
      <TagsInput
        size="xs"
        {...common}
        value={[...texts]}
        onChange={onChange}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
    );
  const written = { ...common, className: "mono-input", value: text, spellCheck: false };
  if (name === "template")
    return (
      <Textarea
        {...written}
        autosize
        minRows={2}
        maxRows={16}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
    );
  return (
    <TextInput {...written} autoComplete="off" onChange={({ currentTarget: { value } }) => onChange(value)} />
  );
}

function hintOf(name: NoticeSettingName, service: NoticeServiceName, t: TFunction): string {
  if (name === "url" && service === "pagerduty") return t("workForm.noticeUrlDefault");
  if (name === "secret") return hasSecret(service) ? t(`workForm.secretOf.${service}`, PLACEHOLDERS) : "";
  if (name !== "template") return t(`workForm.settingHint.${name}`, PLACEHOLDERS);
  return service === "webhook"
    ? t("workForm.templateJsonHint", { example: EXAMPLE.json })
    : t("workForm.settingHint.template", { example: EXAMPLE.text });
}

type WithSecret = "webhook" | "dingtalk" | "feishu" | "pagerduty" | "alertmanager";

function hasSecret(service: NoticeServiceName): service is WithSecret {
  const settings: readonly NoticeSettingName[] = NOTICE_SETTINGS[service];
  return settings.includes("secret");
}
