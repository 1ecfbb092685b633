import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { NOTICE_SERVICES, NOTICE_SETTINGS, noticeService, withService } from "./notice-services.ts";
import { NoticeSetting } from "./notice-setting.tsx";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf, textsOf } from "./work-members.ts";

/** A notice that a job sends: the service, and what that one is given. */
export function NoticeFields(props: WorkFieldsProps): ReactElement {
  const { work, names, mistakes, onMember, onWork } = props;
  const { t } = useTranslation();
  const stored = textOf(work, "service");
  const service = noticeService(stored);
  const offered = NOTICE_SERVICES.filter(
    (name) => name === service || names.length === 0 || names.includes(name),
  );
  return (
    <>
      <NativeSelect
        {...FIELD}
        label={t("workForm.service")}
        description={t("workForm.serviceHint")}
        error={mistakeOf(mistakes, "service")}
        value={stored}
        data={[
          ...(service === null ? [stored] : []),
          ...offered.map((value) => ({ value, label: t(`workForm.serviceOf.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = noticeService(value);
          if (chosen !== null) onWork(withService(work, chosen));
        }}
      />
      {service !== null &&
        NOTICE_SETTINGS[service].map((name) => (
          <NoticeSetting
            key={name}
            name={name}
            service={service}
            error={mistakeOf(mistakes, name)}
            text={textOf(work, name)}
            texts={textsOf(work, name)}
            onChange={(value) => onMember(name, value.length === 0 ? undefined : value)}
          />
        ))}
    </>
  );
}
