import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { useSession } from "../../../session/use-session.ts";
import { localZone } from "../../../time/format-time.ts";
import { AppNames } from "../../../ui/names/app-names.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../../api/field-mistakes.ts";
import type { MadeToken } from "./token-row.tsx";
import { PRESET_BODIES, TokenPreset } from "./token.ts";

const ROLES = ["viewer", "operator", "editor", "admin"] as const;

export interface TokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (made: MadeToken) => void;
}

/** Makes a token: what it is for says what it may do. */
export function TokenDialog({ onClose, onMade }: TokenDialogProps): ReactElement {
  const { t } = useTranslation();
  const keepsTokens = useMay("tokens:edit");
  const isPerson = useSession().data?.account != null;
  const presets = Object.values(TokenPreset).filter((one) => (one === "personal" ? isPerson : keepsTokens));
  const [preset, setPreset] = useState<TokenPreset>(presets[0] ?? "personal");
  const [name, setName] = useState("");
  const [role, setRole] = useState<(typeof ROLES)[number]>("viewer");
  const [apps, setApps] = useState<readonly string[]>([]);
  const [expires, setExpires] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const make = useApiChange("makeToken", {
    onDone: ({ token, text }) => {
      onMade({ name: token.name, text });
      onClose();
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "name")),
  });
  const hasApps = preset !== "personal" && preset !== "prometheus";
  const missing = [
    ...(name.trim() === "" ? [t("people.tokens.name")] : []),
    ...(preset === "executor" && apps.length === 0 ? [t("people.appsLabel")] : []),
  ];
  const submit = (): void =>
    make.mutate({
      body: {
        ...PRESET_BODIES[preset],
        name: name.trim(),
        ...(preset === "other" && { role }),
        ...(hasApps && apps.length > 0 && { apps }),
        ...(expires !== "" && { expires: new Date(expires).toISOString() }),
      },
    });
  return (
    <DialogForm
      title={t("people.tokens.make")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("people.tokens.makeDo")}
      refusal={
        missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
      }
      isPending={make.isPending}
    >
      <Radio.Group
        label={t("people.tokens.kindLabel")}
        value={preset}
        error={mistakes["permissions"]}
        onChange={(value) => setPreset(value)}
      >
        <Stack gap={6} mt={4}>
          {presets.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`people.tokens.preset.${one}`)}
              description={t(`people.tokens.presetHint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t("people.tokens.name")}
        description={t("people.tokens.nameHint")}
        value={name}
        error={mistakes["name"]}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {preset === "other" && (
        <Select
          label={t("people.roleLabel")}
          value={role}
          data={ROLES.map((one) => ({ value: one, label: t(`people.role.${one}`) }))}
          allowDeselect={false}
          onChange={(value) => setRole(value ?? "viewer")}
        />
      )}
      {hasApps && (
        <AppNames
          label={t("people.appsLabel")}
          {...(preset !== "executor" && { description: t("people.appsHint") })}
          value={apps}
          error={mistakes["apps"]}
          onChange={setApps}
        />
      )}
      <TextInput
        type="datetime-local"
        label={t("people.tokens.expires", { zone: localZone() })}
        description={t("people.tokens.expiresHint")}
        value={expires}
        error={mistakes["expires"]}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
