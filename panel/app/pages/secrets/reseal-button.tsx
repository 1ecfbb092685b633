import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";

/** Seals with the newest key what older keys sealed. */
export function ResealButton({ refusal }: { readonly refusal: string | null }): ReactElement {
  const { t } = useTranslation();
  const reseal = useApiChange("resealSecrets", {
    onDone: ({ resealed }) => notifyDone(t("secrets.resealed", { count: resealed })),
  });
  return (
    <RefusableButton
      refusal={refusal}
      size="compact-sm"
      variant="default"
      title={t("secrets.resealHint")}
      loading={reseal.isPending}
      onClick={() => reseal.mutate({ body: {} })}
    >
      {t("secrets.reseal")}
    </RefusableButton>
  );
}
