import { Text, TextInput, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { Config, ConfigChange, ConfigDiff } from "./use-config.ts";

/** So many are drawn; all are applied. */
const MOST_SHOWN = 200;
const LONGEST_VALUE = 300;
const LONGEST_NOTE = 400;

export interface ConfigChangesProps {
  readonly diff: ConfigDiff;
  readonly config: Config;
}

/** What a document would change, value by value, and the button that does it. */
export function ConfigChanges({ diff: { changes }, config }: ConfigChangesProps): ReactElement {
  const { t } = useTranslation();
  if (changes.length === 0)
    return (
      <>
        <Text fw={600}>{t("config.none")}</Text>
        <Text size="sm" c="dimmed">
          {t("config.noneHint")}
        </Text>
      </>
    );
  const left = changes.length - MOST_SHOWN;
  return (
    <section className="config-changes">
      <Title order={2} size="h4">
        {t("config.changes", { count: changes.length })}
      </Title>
      <ol>
        {changes.slice(0, MOST_SHOWN).map((change) => (
          <Change key={`${change.section}/${change.id}`} change={change} />
        ))}
      </ol>
      {left > 0 && <Text size="sm">{t("config.more", { count: left })}</Text>}
      <TextInput
        label={t("config.note")}
        value={config.form.note}
        maxLength={LONGEST_NOTE}
        onChange={({ currentTarget: { value } }) => config.annotate(value)}
      />
      <RefusableButton color="indigo" loading={config.isPending} refusal={null} onClick={config.apply}>
        {t("config.apply")}
      </RefusableButton>
    </section>
  );
}

function Change({
  change: { action, section, id, fields },
}: {
  readonly change: ConfigChange;
}): ReactElement {
  const { t } = useTranslation();
  return (
    <li>
      <Tag>{t(`config.${action}`)}</Tag>{" "}
      <span className="mono">{section === id ? id : `${section}/${id}`}</span>
      {action !== "remove" && (
        <dl>
          {fields.map(({ pointer, before, after }) => (
            <div key={pointer}>
              <dt className="mono">{pointer}</dt>
              <dd>
                {action === "change" && (
                  <>
                    <Value value={before} />
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <Value value={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  const { t } = useTranslation();
  if (value === undefined) return <span className="dimmed">{t("config.leftOut")}</span>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return <code>{text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}</code>;
}
