/** A machine in the words of Go's releases. */
export interface Platform {
  readonly os: string;
  readonly arch: string;
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** Node's names of a machine in Go's words. */
export function platformOf(platform: string, arch: string): Platform {
  return { os: platform, arch: ARCHITECTURES[arch] ?? arch };
}
