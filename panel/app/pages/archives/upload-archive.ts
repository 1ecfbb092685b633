import { isProblem, type UploadedArchive } from "./upload-response.ts";
import { ApiError, ApiErrorKind } from "../../api/api-error.ts";
import { apiUrl } from "../../api/call-api.ts";

export interface UploadOptions {
  readonly language: string;
  readonly signal: AbortSignal;
  /** Is called with the share that is sent, from 0 to 1. */
  readonly onSent: (share: number) => void;
}

/**
 * Sends a file to be imported; `fetch` does not say how much is sent.
 * @throws ApiError
 */
export function uploadArchive(
  file: File,
  { language, signal, onSent }: UploadOptions,
): Promise<UploadedArchive> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiUrl("importArchive", { query: { name: file.name } }));
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", language);
    request.setRequestHeader("Content-Type", "application/gzip");
    request.setRequestHeader("MoJob-Client", "panel");
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener("error", () =>
      reject(new ApiError(ApiErrorKind.Offline, 0, "The scheduler does not respond")),
    );
    request.addEventListener("abort", () => reject(signal.reason as Error));
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      try {
        const answer = JSON.parse(responseText) as unknown;
        if (status === 201) resolve((answer as { readonly archive: UploadedArchive }).archive);
        else if (isProblem(answer)) reject(new ApiError(ApiErrorKind.Problem, status, answer.detail, answer));
        else throw new TypeError("The response is no problem");
      } catch {
        reject(new ApiError(ApiErrorKind.Foreign, status, "The response is not the scheduler's"));
      }
    });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
