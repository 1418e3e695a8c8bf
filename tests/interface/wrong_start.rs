//! What is wrong with the command line or with a setting ends the program at once, and is named.

use crate::{folder::Folder, process::passerelle, program::fails};

#[test]
fn an_unknown_operation_is_told_by_whatever_prints_the_operations_too() {
    for key in ["policy.operations", "callers.a.operations"] {
        for command in ["openapi", "tools"] {
            let (code, told) = fails(&[command], &[("callers.a.token", "one"), (key, "assistant_clos")]);
            assert_eq!(code, 1, "{told}");
            assert!(told.contains(&format!("{key}: \"assistant_clos\" is no operation")), "{told}");
        }
    }
}

#[test]
fn a_certificate_that_can_t_be_used_is_told_with_its_setting_and_its_file() {
    let folder = Folder::with("ca.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    let file = folder.path("ca.pem");
    for key in ["upstream.ca_file", "store.ca_file"] {
        let settings = [
            ("upstream.base_url", "https://127.0.0.1:1"),
            ("upstream.token", "t"),
            ("store.url", "rediss://127.0.0.1:1"),
            (key, &*file),
        ];
        let (code, told) = fails(&["serve"], &settings);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains(&format!("{key}: {file:?} holds no certificates that can be used")), "{told}");
    }
}

#[test]
fn a_blank_address_to_listen_on_is_a_wrong_command_line() {
    let refused = passerelle(&["demo", "--host", ""], &[]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}
