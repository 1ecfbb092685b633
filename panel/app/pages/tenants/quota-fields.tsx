import { Fieldset, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { quotaOf, type QuotaTexts } from "./quota-input.ts";
import { type QuotaName, QUOTAS, type Tenant } from "./tenant.ts";

export interface QuotaFieldsProps {
  readonly tenant: Pick<Tenant, "configured">;
  readonly texts: QuotaTexts;
  readonly mistake: string | undefined;
  readonly onChange: (name: QuotaName, text: string) => void;
}

/** A field for each quota; an empty one is as the configuration says. */
export function QuotaFields({ tenant, texts, mistake, onChange }: QuotaFieldsProps): ReactElement {
  const { t, i18n } = useTranslation();
  const none = t("tenants.none");
  const configured = (name: QuotaName): string =>
    tenant.configured[name]?.toLocaleString(i18n.language) ?? t("tenants.unlimited");
  return (
    <Fieldset legend={t("tenants.quotas")}>
      {mistake !== undefined && (
        <Text size="sm" c="red.9" role="alert">
          {mistake}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {QUOTAS.map((name) => (
          <TextInput
            key={name}
            label={t(`tenants.quotaName.${name}`)}
            description={t("tenants.quotaHint", { configured: configured(name) })}
            value={texts[name]}
            error={quotaOf(texts[name], none) === undefined ? t("tenants.notANumber") : undefined}
            onChange={(event) => onChange(name, event.currentTarget.value)}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
