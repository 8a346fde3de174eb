/** ZIP files for tests, also such as no honest program writes. */
import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = Readonly<{
  name: string;
  content: string | Uint8Array;
  /** The size that the list of files claims; the true one if left out. */
  claimedBytes?: number;
  /** Mode and type of the file, as Unix writes them. */
  mode?: number;
}>;

const MADE_ON_UNIX = 0x0314;
const VERSION = 20;
const DEFLATED = 8;
const UTF8 = 0x0800;

/** A ZIP with these files. */
export function zipFile(entries: ReadonlyArray<ZipEntry>): Buffer {
  const parts: Array<Buffer> = [];
  const list: Array<Buffer> = [];
  let offset = 0;
  for (const { name, content, claimedBytes, mode = 0o100_644 } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const named = Buffer.from(name, "utf8");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    common.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), common, named, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(MADE_ON_UNIX, 0);
    list.push(Buffer.concat([Buffer.from("PK\u0001\u0002", "latin1"), made, common, tail, named]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\u0005\u0006", "latin1"), end]);
}
