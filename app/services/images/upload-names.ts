const UPLOADS = /^uploads\/([0-9a-f]{32})\.webp$/;

export const UPLOADS_IN_TEXT = /uploads\/([0-9a-f]{32})\.webp/g;

export function uploadName(hash: string): string {
  return `uploads/${hash}.webp`;
}

export function uploadHash(file: string): string | null {
  return UPLOADS.exec(file)?.[1] ?? null;
}
