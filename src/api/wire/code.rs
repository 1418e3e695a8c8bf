//! The codes of failures, and the status of each: the one table from which a status of an error is taken. Only a status that the
//! host gave, or that says the same as the host's would, differs from it.

use axum::http::StatusCode;

/// Declares the codes: as a program reads each, and its status.
macro_rules! codes {
    ($($code:ident $name:literal $status:ident,)+) => {
        /// A stable word for programs: why a call failed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the words say it")]
        pub enum Code { $($code),+ }

        impl Code {
            /// As it stands in an answer.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => $name),+ }
            }

            /// The status of a failure with this code.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$code => StatusCode::$status),+ }
            }
        }
    };
}

codes! {
    ConfirmationRequired "confirmation_required" FORBIDDEN,
    ForeignHost "foreign_host" FORBIDDEN,
    HostUnavailable "host_unavailable" SERVICE_UNAVAILABLE,
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY,
    InsufficientScope "insufficient_scope" FORBIDDEN,
    InternalError "internal_error" INTERNAL_SERVER_ERROR,
    InvalidArgument "invalid_argument" BAD_REQUEST,
    InvalidForm "invalid_form" FORBIDDEN,
    InvalidMcpHeader "invalid_mcp_header" BAD_REQUEST,
    InvalidRequest "invalid_request" UNPROCESSABLE_ENTITY,
    IssueNotFound "issue_not_found" NOT_FOUND,
    LabelNotFound "label_not_found" NOT_FOUND,
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED,
    NamespaceMismatch "namespace_mismatch" CONFLICT,
    NoCaller "no_caller" FORBIDDEN,
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE,
    OperationDisabled "operation_disabled" FORBIDDEN,
    OutcomeUnknown "outcome_unknown" GATEWAY_TIMEOUT,
    OutsideRoots "outside_roots" FORBIDDEN,
    Overloaded "overloaded" SERVICE_UNAVAILABLE,
    PayloadTooLarge "payload_too_large" PAYLOAD_TOO_LARGE,
    ProjectNotFound "project_not_found" NOT_FOUND,
    RateLimited "rate_limited" TOO_MANY_REQUESTS,
    ReadOnly "read_only" FORBIDDEN,
    SignInUnavailable "sign_in_unavailable" SERVICE_UNAVAILABLE,
    SlowBody "slow_body" REQUEST_TIMEOUT,
    Stopping "stopping" SERVICE_UNAVAILABLE,
    Store "store" SERVICE_UNAVAILABLE,
    StoreUnavailable "store_unavailable" SERVICE_UNAVAILABLE,
    Timeout "timeout" GATEWAY_TIMEOUT,
    Unauthorized "unauthorized" UNAUTHORIZED,
    UnknownRoute "unknown_route" NOT_FOUND,
    UnreadableBody "unreadable_body" BAD_REQUEST,
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE,
    UpstreamError "upstream_error" BAD_GATEWAY,
    UpstreamInterrupted "upstream_interrupted" BAD_GATEWAY,
    UpstreamInvalid "upstream_invalid" BAD_GATEWAY,
    UpstreamRedirected "upstream_redirected" BAD_GATEWAY,
    UpstreamTimeout "upstream_timeout" BAD_GATEWAY,
    UpstreamTooLarge "upstream_too_large" BAD_GATEWAY,
    UpstreamUnauthorized "upstream_unauthorized" UNAUTHORIZED,
    UpstreamUnchanged "upstream_unchanged" BAD_GATEWAY,
    UpstreamUnreachable "upstream_unreachable" BAD_GATEWAY,
}
