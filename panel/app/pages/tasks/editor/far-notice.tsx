import { Button, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** Above a drawing that is shown too small to change anything in it: why, and the way out. */
export function FarNotice({ onNear }: { readonly onNear: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <div className="editor-far" role="note" data-keep>
      <Text size="xs">{t("editor.far")}</Text>
      <Button variant="default" size="compact-xs" onClick={onNear}>
        {t("editor.zoomNear")}
      </Button>
    </div>
  );
}
