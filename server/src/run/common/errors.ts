/** The catalog of all API errors: code, status and message. */
const catalogue = {
  invalid_request: [422, 'Something in the request is not valid.'],
  malformed_request: [400, 'The request cannot be read.'],
  unsupported_media_type: [415, 'This kind of request body is not supported here.'],
  unauthenticated: [401, 'Please sign in.'],
  token_rejected: [401, 'Your session has expired. Please log in again.'],
  account_deleted: [401, 'This account was deleted.'],
  account_suspended: [403, 'This account is suspended. Ask the person who runs this library.'],
  session_reused: [
    401,
    'For your safety you were signed out on this device: an old sign-in was used again. Please log in again.',
  ],
  wrong_credentials: [401, 'Wrong email or password.'],
  weak_password: [422, 'This password is easy to guess. Please choose another one.'],
  wrong_password: [403, 'Wrong password.'],
  wrong_address: [403, 'This isn’t the email address of this account.'],
  forbidden: [403, "You don't have permission to do this."],
  misdirected_request: [
    421,
    'This library has another address. If you run it: LECTERN_ORIGIN must be the address that readers open, and a proxy must pass on the Host.',
  ],
  not_found: [404, 'We can’t find this. It may have been deleted, or belong to another account.'],
  email_taken: [409, 'There is already an account with this email address. Sign in instead?'],
  last_administrator: [409, 'Appoint another administrator first.'],
  conflict: [409, 'This was changed in the meantime.'],
  book_in_bin: [409, 'Its book is in the bin, too. Restore both?'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used for another request.'],
  confirmation_needed: [403, 'Please confirm first that it is you.'],
  wrong_code: [403, 'This code is wrong or was already used.'],
  sign_in_over: [403, 'This took too long. Please sign in again.'],
  second_factor_on: [409, 'Codes are already on. Turn them off first to set up another app.'],
  passkey_refused: [403, 'This passkey did not work here. Please try again.'],
  passkey_known: [409, 'This passkey is in use already.'],
  too_many_passkeys: [409, 'There are 20 passkeys already. Remove one you no longer use.'],
  passkeys_unavailable: [409, 'Passkeys need a library with its own domain name, reached over HTTPS.'],
  invitation_needed: [
    403,
    'New readers need an invitation here. Ask the person who runs this library for a link.',
  ],
  email_needed: [422, 'The provider didn’t share your email address, which an account needs.'],
  provider_unreachable: [503, 'The sign-in provider cannot be reached. Please try again in a moment.'],
  provider_refused: [401, 'The sign-in at the provider did not work. Please try again.'],
  reset_token_invalid: [400, 'This link is not valid any more. Please ask for a new one.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  too_many_at_once: [429, 'Too much at once. Please wait until some of it is done, then try again.'],
  too_many_uploads: [429, 'Too many uploads at once. Wait until one is done, or cancel one, then try again.'],
  busy: [503, 'The library is busy at the moment. Please try again shortly.'],
  body_too_large: [413, 'This is too large.'],
  file_too_large: [413, 'This file is larger than the limit.'],
  quota_exceeded: [413, 'Your library is full. Remove some books to make room.'],
  picture_too_large: [413, 'This picture is too large. Take a JPEG with at most 64 million pixels.'],
  backend_refused: [422, 'This part’s own server has refused this.'],
  backend_unreachable: [
    502,
    'This part’s own server cannot be reached at the moment. Please try again later.',
  ],
  limit_reached: [413, 'This is more than Lectern keeps for one reader. Delete something to make room.'],
  marks_unreadable: [
    422,
    'This file of highlights and notes is damaged, or of a kind that Lectern doesn’t read. Choose another file.',
  ],
  marks_too_many: [
    413,
    'This file has more highlights and notes than are read at once: at most 50,000, in 16 MB. Export fewer books at a time.',
  ],
  other_format: [
    422,
    'This file has another format than the book. A PDF is replaced by a PDF, and any other book by a file that is no PDF.',
  ],
  file_of_another_book: [409, 'Another book in your library has this very file.'],
  unsupported_file: [
    415,
    'Lectern doesn’t read this kind of file. It reads EPUB, PDF, Kindle books, FB2, comics, Word documents, web pages and text.',
  ],
  empty_file: [422, 'This file is empty.'],
  epub_broken: [422, 'This EPUB is damaged and cannot be opened.'],
  epub_no_package: [
    422,
    'The package document of this EPUB, which lists its chapters, is missing or cannot be read.',
  ],
  epub_no_chapters: [422, 'None of the chapters that this EPUB lists are in the file.'],
  epub_unsafe: [422, 'This EPUB isn’t safe to open, so we left it out.'],
  epub_protected: [422, 'This EPUB is protected by DRM, so Lectern cannot open it.'],
  epub_unsupported: [422, 'The pages of this EPUB are of a kind that Lectern cannot show.'],
  book_broken: [422, 'This file is damaged and cannot be opened.'],
  book_unsafe: [
    422,
    'This file isn’t safe to open, so we left it out: it is too large when unpacked, or made so that reading it fails.',
  ],
  book_protected: [422, 'This book is protected by DRM or a password, so Lectern cannot open it.'],
  book_empty: [422, 'There is no text and no picture in this file.'],
  pdf_broken: [422, 'This PDF is damaged and cannot be opened.'],
  pdf_protected: [422, 'This PDF is encrypted with a certificate or DRM, so Lectern cannot open it.'],
  ingest_timeout: [422, 'This file took too long to process, so it was left out.'],
  dictionary_unusable: [
    422,
    'This dictionary cannot be used. Ask whoever runs this library to look at its files.',
  ],
  mail_unavailable: [409, 'This library sends no mail. Download the file instead.'],
  mail_failed: [
    503,
    'The mail server of this library didn’t take the mail. Please try again later; if it goes on, ask whoever runs it.',
  ],
  address_unconfirmed: [409, 'This address isn’t confirmed yet. Enter its code in your profile first.'],
  lookup_off: [
    409,
    'No service of the net is asked about books here. Whoever runs this library can allow it.',
  ],
  lookup_failed: [503, 'This cover cannot be fetched. Please try another one, or again in some minutes.'],
  no_model: [409, 'No model is set up here, so passages can’t be translated.'],
  model_failed: [503, 'The model couldn’t translate this. Please try again in a moment.'],
  model_refused: [
    503,
    'The model doesn’t answer this library, so nothing can be translated. Ask whoever runs it to look at its settings.',
  ],
  model_too_long: [503, 'This is too long for the model. Select a shorter passage.'],
  no_translation: [503, 'The model’s answer is no translation of this, so it isn’t shown.'],
  upload_not_found: [404, 'This upload is not known. Please choose the file again.'],
  storage_full: [507, 'The disk of this library is full. Ask whoever runs it to make room, then try again.'],
  storage_unwritable: [
    507,
    'The disk of this library is full or cannot be written. Ask whoever runs it to look at it, then try again.',
  ],
  storage_damaged: [500, 'The database of this library is damaged. Ask whoever runs it to restore a backup.'],
  server_error: [500, 'Something went wrong on our side. Nothing is lost; please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;

/** An error response. Throw it anywhere below a route. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly { field: string; message: string }[] | undefined;
  /** Seconds to wait before retrying. */
  retryAfter: number | undefined;

  /** @param sentence a more specific message than the catalog's */
  constructor(code: ErrorCode, sentence?: string, details?: readonly { field: string; message: string }[]) {
    super(sentence ?? catalogue[code][1]);
    this.name = 'AppError';
    this.code = code;
    this.status = catalogue[code][0];
    this.details = details;
  }

  /** @param seconds to wait before retrying */
  static until(code: ErrorCode, seconds: number): AppError {
    const error = new AppError(code);
    error.retryAfter = seconds;
    return error;
  }

  toBody() {
    return {
      status: this.status,
      error: this.message,
      code: this.code,
      ...(this.details ? { details: [...this.details] } : {}),
    };
  }
}

/** An error response of WebDAV. Only programs read it, so the message is in English. */
export class DavError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.name = 'DavError';
    this.status = status;
    this.headers = headers;
  }
}

/** The server or a command cannot start. The message says what is wrong and how to fix it. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
