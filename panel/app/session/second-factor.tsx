import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorWords } from "../api/problem-words.ts";
import { notifyDone } from "../api/notify.ts";
import { useApiChange } from "../api/use-api.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { RefusableButton } from "../ui/refusable-button.tsx";

interface Offer {
  readonly secret: string;
  readonly uri: string;
}

/** Sets a second factor up, and removes it; both take a code of it and the password. */
export function SecondFactor({ isOn }: { readonly isOn: boolean }): ReactElement {
  const { t } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useApiChange("offerSecondFactor", { onDone: setOffer });
  const confirm = useApiChange("confirmSecondFactor", {
    onDone: ({ recoveryCodes }) => {
      setOffer(null);
      setCodes(recoveryCodes);
    },
    onFailed: () => {},
  });
  const remove = useApiChange("removeSecondFactor", {
    onDone: () => notifyDone(t("people.account.factorRemoved")),
    onFailed: () => {},
  });
  return (
    <Stack gap="xs" align="start" component="section">
      <Title order={2}>{t("people.account.factor")}</Title>
      <Text size="sm" c="dimmed">
        {t(isOn ? "people.account.factorOn" : "people.account.factorOff")}
      </Text>
      {codes !== null && <RecoveryCodes codes={codes} />}
      {!isOn && offer === null && (
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate({ body: {} })}>
          {t("people.account.begin")}
        </Button>
      )}
      {offer !== null && (
        <>
          <Text size="sm">{t("people.account.secret")}</Text>
          <Group gap="xs">
            <Code>{offer.secret}</Code>
            <Anchor href={offer.uri} size="sm">
              {t("people.account.openApp")}
            </Anchor>
          </Group>
          <ProofForm
            submitText={t("people.account.confirm")}
            error={confirm.error === null ? null : errorWords(confirm.error).title}
            isPending={confirm.isPending}
            onProof={(proof) => confirm.mutate({ body: proof })}
          />
        </>
      )}
      {isOn && codes === null && (
        <ProofForm
          submitText={t("people.account.removeFactor")}
          error={remove.error === null ? null : errorWords(remove.error).title}
          isPending={remove.isPending}
          onProof={({ password, code }) => remove.mutate({ body: { password, currentCode: code } })}
        />
      )}
    </Stack>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="outline" role="status" title={t("people.account.recovery")}>
      <Group gap="xs" align="start">
        <Code block>{codes.join("\n")}</Code>
        <CopyButton label={t("people.account.copyRecovery")} text={() => codes.join("\n")} />
      </Group>
    </Alert>
  );
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

interface ProofFormProps {
  readonly submitText: string;
  readonly error: string | null;
  readonly isPending: boolean;
  readonly onProof: (proof: Proof) => void;
}

function ProofForm({ submitText, error, isPending, onProof }: ProofFormProps): ReactElement {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const missing = [
    ...(password === "" ? [t("people.account.before")] : []),
    ...(code.trim() === "" ? [t("people.account.code")] : []),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) onProof({ password, code: code.trim() });
      }}
    >
      <Group gap="xs" align="end">
        <PasswordInput
          label={t("people.account.before")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": t("session.show") }}
        />
        <TextInput
          label={t("people.account.code")}
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <RefusableButton
          type="submit"
          variant="default"
          loading={isPending}
          refusal={
            missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
          }
        >
          {submitText}
        </RefusableButton>
      </Group>
    </form>
  );
}
