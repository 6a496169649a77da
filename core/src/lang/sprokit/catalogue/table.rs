// @generated from testdata/sprokit/kwiver_catalog.json by tests/sprokit_catalogue.rs

//! Process types, data types and names that are no more.

use super::{Dynamic, Flags, Key, KeyKind, Port, ProcessType};
use crate::view::PortSide;

/// All process types, sorted by name without regard to case.
#[rustfmt::skip]
pub static PROCESS_TYPES: &[ProcessType] = &[
    ProcessType {
        name: "ApplyDescriptor",
        module: "python",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "vector", data_type: "kwiver:d_vector", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "config_file", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "ProcessImage",
        module: "python",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "out_image", data_type: "kwiver:image", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "output", kind: KeyKind::Text, default: ".", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "alexnet_descriptors",
        module: "python_pytorch",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "gpu_list", kind: KeyKind::GpuList, default: "all", tunable: false },
            Key { name: "alexnet_model_path", kind: KeyKind::Text, default: "models/alexnet_default.pt", tunable: false },
            Key { name: "alexnet_model_input_size", kind: KeyKind::Int, default: "224", tunable: false },
            Key { name: "alexnet_batch_size", kind: KeyKind::Int, default: "128", tunable: false },
            Key { name: "detection_select_threshold", kind: KeyKind::Float, default: "0.0", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "any_source",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "data", data_type: "_any", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "associate_detections_to_tracks",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(0) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
            Port { name: "matrix_d", data_type: "kwiver:matrix_d", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
            Port { name: "all_detections", data_type: "kwiver:detected_object_set", flags: Flags(0) },
            Port { name: "unused_detections", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "track_associator", kind: KeyKind::Algorithm("associate_detections_to_tracks"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "close_loops",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "next_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
            Port { name: "loop_back_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "close_loops", kind: KeyKind::Algorithm("close_loops"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "collate",
        module: "flow",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "status/<tag>", pattern: "^status/.+$", data_type: "_none" },
            Dynamic { side: PortSide::Input, template: "coll/<tag>/<item>", pattern: "^coll/.+/.+$", data_type: "_flow_dependent/<tag>" },
            Dynamic { side: PortSide::Output, template: "res/<tag>", pattern: "^res/.+$", data_type: "_flow_dependent/<tag>" },
        ],
    },
    ProcessType {
        name: "compute_association_matrix",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(0) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(3) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "matrix_d", data_type: "kwiver:matrix_d", flags: Flags(0) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "matrix_generator", kind: KeyKind::Algorithm("compute_association_matrix"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "compute_homography",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "homography_src_to_ref", data_type: "kwiver:s2r_homography", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "homography_generator", kind: KeyKind::Algorithm("compute_ref_homography"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "compute_stereo_depth_map",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "left_image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "right_image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "depth_map", data_type: "kwiver:image", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "computer", kind: KeyKind::Algorithm("compute_stereo_depth_map"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "compute_track_descriptors",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "track_descriptor_set", data_type: "kwiver:track_descriptor_set", flags: Flags(0) },
            Port { name: "descriptor_set", data_type: "kwiver:descriptor_set", flags: Flags(0) },
            Port { name: "string_vector", data_type: "kwiver:string_vector", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "computer", kind: KeyKind::Algorithm("compute_track_descriptors"), default: "", tunable: false },
            Key { name: "inject_to_detections", kind: KeyKind::Bool("true"), default: "false", tunable: false },
            Key { name: "add_custom_uid", kind: KeyKind::Bool("true"), default: "false", tunable: false },
            Key { name: "uid_basename", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "flush_on_last", kind: KeyKind::Bool("true"), default: "true", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "const",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "const", data_type: "_none", flags: Flags(9) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "const_number",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "number", data_type: "integer", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "value", kind: KeyKind::Int, default: "0", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "data_dependent",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "output", data_type: "_data_dependent", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "reject", kind: KeyKind::Bool("true"), default: "false", tunable: false },
            Key { name: "set_on_configure", kind: KeyKind::Bool("true"), default: "true", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "deserializer",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[
            Key { name: "serialization_type", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "dump_message", kind: KeyKind::Bool("true"), default: "false", tunable: false },
        ],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<message>", pattern: "^[^_].*$", data_type: "kwiver:serialized_message" },
            Dynamic { side: PortSide::Output, template: "<message>/<element>", pattern: "^[^_/][^/]*/[^/]+$", data_type: "_flow_dependent/" },
        ],
    },
    ProcessType {
        name: "detect_features",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "feature_set", data_type: "kwiver:feature_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "feature_detector", kind: KeyKind::Algorithm("detect_features"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "detect_features_if_keyframe",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "next_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
            Port { name: "loop_back_tracks", data_type: "kwiver:feature_track_set", flags: Flags(2) },
        ],
        outputs: &[
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "augment_keyframes", kind: KeyKind::Algorithm("track_features"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "detect_motion",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "coordinate_system_updated", data_type: "kwiver:logical", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "motion_heat_map", data_type: "kwiver:image", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "algo", kind: KeyKind::Algorithm("detect_motion"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "detected_object_filter",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "filter", kind: KeyKind::Algorithm("detected_object_filter"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "detected_object_input",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "reader", kind: KeyKind::Algorithm("detected_object_set_input"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "detected_object_output",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "writer", kind: KeyKind::Algorithm("detected_object_set_output"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "distribute",
        module: "flow",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "src/<tag>", pattern: "^src/.+$", data_type: "_flow_dependent/<tag>" },
            Dynamic { side: PortSide::Output, template: "status/<tag>", pattern: "^status/.+$", data_type: "_none" },
            Dynamic { side: PortSide::Output, template: "dist/<tag>/<group>", pattern: "^dist/.+/.+$", data_type: "_flow_dependent/<tag>" },
        ],
    },
    ProcessType {
        name: "downsample",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "frame_rate", data_type: "kwiver:frame_rate", flags: Flags(1) },
            Port { name: "input_1", data_type: "_any", flags: Flags(0) },
            Port { name: "input_2", data_type: "_any", flags: Flags(0) },
            Port { name: "input_3", data_type: "_any", flags: Flags(0) },
            Port { name: "input_4", data_type: "_any", flags: Flags(0) },
            Port { name: "input_5", data_type: "_any", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "output_1", data_type: "_any", flags: Flags(0) },
            Port { name: "output_2", data_type: "_any", flags: Flags(0) },
            Port { name: "output_3", data_type: "_any", flags: Flags(0) },
            Port { name: "output_4", data_type: "_any", flags: Flags(0) },
            Port { name: "output_5", data_type: "_any", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "target_frame_rate", kind: KeyKind::Float, default: "1.0", tunable: false },
            Key { name: "burst_frame_count", kind: KeyKind::Uint, default: "0", tunable: false },
            Key { name: "burst_frame_break", kind: KeyKind::Uint, default: "0", tunable: false },
            Key { name: "renumber_frames", kind: KeyKind::Bool("true"), default: "false", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "draw_detected_object_set",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
        ],
        keys: &[
            Key { name: "draw_algo", kind: KeyKind::Algorithm("draw_detected_object_set"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "draw_tracks",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "output_image", data_type: "kwiver:image", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "draw_tracks", kind: KeyKind::Algorithm("draw_tracks"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "duplicate",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "_flow_dependent/tag", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "duplicate", data_type: "_flow_dependent/tag", flags: Flags(5) },
        ],
        keys: &[
            Key { name: "copies", kind: KeyKind::Uint, default: "1", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "expect",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "dummy", data_type: "_none", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "tunable", kind: KeyKind::Text, default: "", tunable: true },
            Key { name: "expect", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "expect_key", kind: KeyKind::Bool("true"), default: "false", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "extra_test_python_process",
        module: "python_tests",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "extract_descriptors",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "feature_set", data_type: "kwiver:feature_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "descriptor_set", data_type: "kwiver:descriptor_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "descriptor_extractor", kind: KeyKind::Algorithm("extract_descriptors"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "feature_matcher",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "feature_set", data_type: "kwiver:feature_set", flags: Flags(1) },
            Port { name: "descriptor_set", data_type: "kwiver:descriptor_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "feature_matcher", kind: KeyKind::Algorithm("match_features"), default: "", tunable: false },
            Key { name: "loop_closer", kind: KeyKind::Algorithm("close_loops"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "feature_tracker",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(2) },
        ],
        outputs: &[
            Port { name: "feature_track_set", data_type: "kwiver:feature_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "track_features", kind: KeyKind::Algorithm("track_features"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "feedback",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "__feedback", flags: Flags(3) },
        ],
        outputs: &[
            Port { name: "output", data_type: "__feedback", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "file_transport_send",
        module: "transport",
        is_cluster: false,
        inputs: &[
            Port { name: "serialized_message", data_type: "kwiver:serialized_message", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "serialized_data.dat", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "flow_dependent",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "_flow_dependent/tag", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "output", data_type: "_flow_dependent/tag", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "reject", kind: KeyKind::Bool("true"), default: "false", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "frame_list_input",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "image_list_file", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "frame_time", kind: KeyKind::Float, default: "0.03333333", tunable: false },
            Key { name: "image_reader", kind: KeyKind::Algorithm("image_io"), default: "", tunable: false },
            Key { name: "path", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "handle_descriptor_request",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "descriptor_request", data_type: "kwiver:descriptor_request", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "track_descriptor_set", data_type: "kwiver:track_descriptor_set", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "filename", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "stream_id", data_type: "kwiver:string", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "handler", kind: KeyKind::Algorithm("handle_descriptor_request"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "image_file_reader",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "error_mode", kind: KeyKind::Text, default: "abort", tunable: false },
            Key { name: "path", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "image_reader", kind: KeyKind::Algorithm("image_io"), default: "", tunable: false },
            Key { name: "frame_time", kind: KeyKind::Float, default: "0.3333333", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "image_filter",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
        ],
        keys: &[
            Key { name: "filter", kind: KeyKind::Algorithm("image_filter"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "image_object_detector",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "detector", kind: KeyKind::Algorithm("image_object_detector"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "image_viewer",
        module: "ocv",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "pause_time", kind: KeyKind::Float, default: "0", tunable: false },
            Key { name: "annotate_image", kind: KeyKind::Bool("true"), default: "false", tunable: false },
            Key { name: "title", kind: KeyKind::Text, default: "Display window", tunable: false },
            Key { name: "header", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "footer", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "image_writer",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "file_name_template", kind: KeyKind::Text, default: "image%04d.png", tunable: false },
            Key { name: "image_writer", kind: KeyKind::Algorithm("image_io"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "initialize_object_tracks",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(0) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "track_initializer", kind: KeyKind::Algorithm("initialize_object_tracks"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "input_adapter",
        module: "adapters",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[
            Dynamic { side: PortSide::Output, template: "<name>", pattern: "^[^_].*$", data_type: "_any" },
        ],
    },
    ProcessType {
        name: "keyframe_selection",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "next_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
            Port { name: "loop_back_tracks", data_type: "kwiver:feature_track_set", flags: Flags(2) },
            Port { name: "only_frame_data_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
            Port { name: "to_loop_back_tracks", data_type: "kwiver:feature_track_set", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "keyframe_selection_1", kind: KeyKind::Algorithm("keyframe_selection"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "kw_archive_writer",
        module: "vxl",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "homography_src_to_ref", data_type: "kwiver:s2r_homography", flags: Flags(0) },
            Port { name: "corner_points", data_type: "kwiver:corner_points", flags: Flags(0) },
            Port { name: "gsd", data_type: "kwiver:gsd", flags: Flags(0) },
            Port { name: "filename", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "stream_id", data_type: "kwiver:string", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "complete_flag", data_type: "kwiver:bool", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "output_directory", kind: KeyKind::Text, default: ".", tunable: false },
            Key { name: "base_filename", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "separate_meta", kind: KeyKind::Bool("true"), default: "true", tunable: false },
            Key { name: "mission_id", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "stream_id", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "compress_image", kind: KeyKind::Bool("true"), default: "true", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "kw_print_number_process",
        module: "python",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "output", kind: KeyKind::Text, default: ".", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "kw_write_homography",
        module: "python",
        is_cluster: false,
        inputs: &[
            Port { name: "homography", data_type: "kwiver:s2r_homography", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "output", kind: KeyKind::Text, default: "output-homog.txt", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "matlab_bridge",
        module: "matlab",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
        ],
        keys: &[
            Key { name: "program_file", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "merge_detection_sets",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<name>", pattern: "^[^_].*$", data_type: "kwiver:detected_object_set" },
        ],
    },
    ProcessType {
        name: "merge_image",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(5) },
        ],
        keys: &[
            Key { name: "merge_images", kind: KeyKind::Algorithm("merge_images"), default: "", tunable: false },
        ],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<name>", pattern: "^[^_].*$", data_type: "kwiver:image" },
        ],
    },
    ProcessType {
        name: "multiplexer",
        module: "flow",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[
            Key { name: "termination_policy", kind: KeyKind::Text, default: "any", tunable: false },
        ],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<group>/<item>", pattern: "^[^/]+/[^/]+$", data_type: "_flow_dependent/<group>" },
            Dynamic { side: PortSide::Output, template: "<group>", pattern: "^[^/]+$", data_type: "_flow_dependent/<group>" },
        ],
    },
    ProcessType {
        name: "multiplication",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "factor1", data_type: "integer", flags: Flags(1) },
            Port { name: "factor2", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "product", data_type: "integer", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "multiplier_cluster",
        module: "examples",
        is_cluster: true,
        inputs: &[
            Port { name: "factor", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "product", data_type: "integer", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "factor", kind: KeyKind::Int, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "mutate",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "mutate", data_type: "_any", flags: Flags(17) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "numbers",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "number", data_type: "integer", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "start", kind: KeyKind::Int, default: "0", tunable: false },
            Key { name: "end", kind: KeyKind::Int, default: "100", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "orphan",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "orphan_cluster",
        module: "examples",
        is_cluster: true,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "output_adapter",
        module: "adapters",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[
            Key { name: "wait_on_queue_full", kind: KeyKind::Bool("true"), default: "TRUE", tunable: false },
        ],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<name>", pattern: "^.+$", data_type: "_any" },
        ],
    },
    ProcessType {
        name: "pass",
        module: "flow",
        is_cluster: false,
        inputs: &[
            Port { name: "pass", data_type: "_flow_dependent/pass", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "pass", data_type: "_flow_dependent/pass", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "perform_query",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "database_query", data_type: "kwiver:database_query", flags: Flags(1) },
            Port { name: "iqr_feedback", data_type: "kwiver:iqr_feedback", flags: Flags(0) },
            Port { name: "result_descriptor_uids", data_type: "kwiver:string_vector", flags: Flags(2) },
            Port { name: "result_descriptor_scores", data_type: "kwiver:d_vector", flags: Flags(2) },
        ],
        outputs: &[
            Port { name: "query_result", data_type: "kwiver:query_result", flags: Flags(0) },
            Port { name: "external_descriptor_set", data_type: "kwiver:descriptor_set", flags: Flags(0) },
            Port { name: "external_exemplar_uids", data_type: "kwiver:string_vector", flags: Flags(0) },
            Port { name: "external_positive_uids", data_type: "kwiver:string_vector", flags: Flags(0) },
            Port { name: "external_negative_uids", data_type: "kwiver:string_vector", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "descriptor_reader", kind: KeyKind::Algorithm("read_track_descriptor_set"), default: "", tunable: false },
            Key { name: "track_reader", kind: KeyKind::Algorithm("read_object_track_set"), default: "", tunable: false },
            Key { name: "external_handler", kind: KeyKind::Bool("true"), default: "true", tunable: false },
            Key { name: "database_folder", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "max_result_count", kind: KeyKind::Uint, default: "100", tunable: false },
            Key { name: "descriptor_postfix", kind: KeyKind::Text, default: "_descriptors.csv", tunable: false },
            Key { name: "track_postfix", kind: KeyKind::Text, default: "_tracks.kw18", tunable: false },
            Key { name: "index_postfix", kind: KeyKind::Text, default: ".index", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "print_config",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<name>", pattern: "^.+$", data_type: "_any" },
        ],
    },
    ProcessType {
        name: "print_number",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "number", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "output", kind: KeyKind::Path, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "pyprint_number",
        module: "python_tests",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "output", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "pythonpath_test_process",
        module: "python_tests",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "read_d_vector",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "d_vector", data_type: "kwiver:d_vector", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "read_object_track",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "reader", kind: KeyKind::Algorithm("read_object_track_set"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "read_track_descriptor",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "track_descriptor_set", data_type: "kwiver:track_descriptor_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "reader", kind: KeyKind::Algorithm("read_track_descriptor_set"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "refine_detections",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "refiner", kind: KeyKind::Algorithm("refine_detections"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "resnet_augmentation",
        module: "python_pytorch",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "new_positive_descriptors", data_type: "kwiver:descriptor_set", flags: Flags(0) },
            Port { name: "new_positive_ids", data_type: "kwiver:string_vector", flags: Flags(0) },
            Port { name: "new_negative_descriptors", data_type: "kwiver:descriptor_set", flags: Flags(0) },
            Port { name: "new_negative_ids", data_type: "kwiver:string_vector", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "gpu_list", kind: KeyKind::GpuList, default: "all", tunable: false },
            Key { name: "resnet_model_path", kind: KeyKind::Text, default: "resnet/snapshot_epoch_6.pt", tunable: false },
            Key { name: "resnet_model_input_size", kind: KeyKind::Int, default: "224", tunable: false },
            Key { name: "resnet_batch_size", kind: KeyKind::Int, default: "2", tunable: false },
            Key { name: "detection_select_threshold", kind: KeyKind::Float, default: "0.0", tunable: false },
            Key { name: "use_historical_database", kind: KeyKind::Bool("true"), default: "false", tunable: false },
            Key { name: "historical_tree", kind: KeyKind::Text, default: "historical_tree.kdtree.pickle", tunable: false },
            Key { name: "historical_database", kind: KeyKind::Text, default: "historical_descriptors.kdtree.pickle", tunable: false },
            Key { name: "negative_sample_count", kind: KeyKind::Int, default: "1000", tunable: false },
            Key { name: "rotational_shifts", kind: KeyKind::Int, default: "36", tunable: false },
            Key { name: "resize_factor", kind: KeyKind::Float, default: "0.2", tunable: false },
            Key { name: "int_shift_factor", kind: KeyKind::Float, default: "0.2", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "resnet_descriptors",
        module: "python_pytorch",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "gpu_list", kind: KeyKind::GpuList, default: "all", tunable: false },
            Key { name: "resnet_model_path", kind: KeyKind::Text, default: "models/resnet50_default.pt", tunable: false },
            Key { name: "resnet_model_input_size", kind: KeyKind::Int, default: "224", tunable: false },
            Key { name: "resnet_batch_size", kind: KeyKind::Int, default: "128", tunable: false },
            Key { name: "detection_select_threshold", kind: KeyKind::Float, default: "0.0", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "serializer",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[
            Key { name: "serialization_type", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "dump_message", kind: KeyKind::Bool("true"), default: "false", tunable: false },
        ],
        dynamic: &[
            Dynamic { side: PortSide::Input, template: "<message>/<element>", pattern: "^[^_/][^/]*/[^/]+$", data_type: "_flow_dependent/" },
            Dynamic { side: PortSide::Output, template: "<message>", pattern: "^[^_].*$", data_type: "kwiver:serialized_message" },
        ],
    },
    ProcessType {
        name: "shared",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "shared", data_type: "_none", flags: Flags(5) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "shift_detected_object_set",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "offset", kind: KeyKind::Int, default: "0", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "simple_homog_tracker",
        module: "python",
        is_cluster: false,
        inputs: &[
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "homography_src_to_ref", data_type: "kwiver:s2r_homography", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "min_iou", kind: KeyKind::Float, default: "0.2", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "sink",
        module: "flow",
        is_cluster: false,
        inputs: &[
            Port { name: "sink", data_type: "_any", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "skip",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "_flow_dependent/tag", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "output", data_type: "_flow_dependent/tag", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "skip", kind: KeyKind::Uint, default: "1", tunable: false },
            Key { name: "offset", kind: KeyKind::Uint, default: "0", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "split_image",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "left_image", data_type: "kwiver:image", flags: Flags(0) },
            Port { name: "right_image", data_type: "kwiver:image", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "split_image", kind: KeyKind::Algorithm("split_image"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "srnn_tracker",
        module: "python_pytorch",
        is_cluster: false,
        inputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(0) },
            Port { name: "detected_object_set", data_type: "kwiver:detected_object_set", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "gpu_list", kind: KeyKind::GpuList, default: "all", tunable: false },
            Key { name: "siamese_model_path", kind: KeyKind::Text, default: "siamese/snapshot_epoch_6.pt", tunable: false },
            Key { name: "siamese_model_input_size", kind: KeyKind::Int, default: "224", tunable: false },
            Key { name: "siamese_batch_size", kind: KeyKind::Int, default: "128", tunable: false },
            Key { name: "detection_select_threshold", kind: KeyKind::Float, default: "0.0", tunable: false },
            Key { name: "track_initialization_threshold", kind: KeyKind::Float, default: "0.0", tunable: false },
            Key { name: "targetRNN_AIM_model_path", kind: KeyKind::Text, default: "targetRNN_snapshot/App_LSTM_epoch_51.pt", tunable: false },
            Key { name: "targetRNN_AIM_V_model_path", kind: KeyKind::Text, default: "targetRNN_AI/App_LSTM_epoch_51.pt", tunable: false },
            Key { name: "targetRNN_batch_size", kind: KeyKind::Int, default: "256", tunable: false },
            Key { name: "similarity_threshold", kind: KeyKind::Float, default: "0.5", tunable: false },
            Key { name: "IOU_tracker_flag", kind: KeyKind::Bool("True"), default: "True", tunable: false },
            Key { name: "IOU_accept_threshold", kind: KeyKind::Float, default: "0.5", tunable: false },
            Key { name: "IOU_reject_threshold", kind: KeyKind::Float, default: "0.1", tunable: false },
            Key { name: "track_search_threshold", kind: KeyKind::Float, default: "0.1", tunable: false },
            Key { name: "terminate_track_threshold", kind: KeyKind::Int, default: "15", tunable: false },
            Key { name: "sys_terminate_track_threshold", kind: KeyKind::Int, default: "50", tunable: false },
            Key { name: "MOT_GTbbox_flag", kind: KeyKind::Bool("True"), default: "False", tunable: false },
            Key { name: "AFRL_GTbbox_flag", kind: KeyKind::Bool("True"), default: "False", tunable: false },
            Key { name: "GT_bbox_file_path", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "add_features_to_detections", kind: KeyKind::Bool("True"), default: "True", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "stabilize_image",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(1) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "homography_src_to_ref", data_type: "kwiver:s2r_homography", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "track_features", kind: KeyKind::Algorithm("track_features"), default: "", tunable: false },
            Key { name: "homography_generator", kind: KeyKind::Algorithm("compute_ref_homography"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "tagged_flow_dependent",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "untagged_input", data_type: "_flow_dependent/", flags: Flags(0) },
            Port { name: "tagged_input", data_type: "_flow_dependent/tag", flags: Flags(0) },
        ],
        outputs: &[
            Port { name: "untagged_output", data_type: "_flow_dependent/", flags: Flags(0) },
            Port { name: "tagged_output", data_type: "_flow_dependent/tag", flags: Flags(0) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "take_number",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "number", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "take_string",
        module: "examples",
        is_cluster: false,
        inputs: &[
            Port { name: "string", data_type: "string", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "template",
        module: "process_template",
        is_cluster: false,
        inputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
        ],
        keys: &[
            Key { name: "header", kind: KeyKind::Text, default: "top", tunable: false },
            Key { name: "footer", kind: KeyKind::Text, default: "bottom", tunable: false },
            Key { name: "gsd", kind: KeyKind::Float, default: "3.14159", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "test",
        module: "tests",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "test_non_blocking",
        module: "tests",
        is_cluster: false,
        inputs: &[
            Port { name: "input", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[
            Port { name: "output", data_type: "integer", flags: Flags(1) },
        ],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "test_proc_seq",
        module: "tests",
        is_cluster: false,
        inputs: &[
            Port { name: "number", data_type: "integer", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "test_python_process",
        module: "python_tests",
        is_cluster: false,
        inputs: &[],
        outputs: &[],
        keys: &[],
        dynamic: &[],
    },
    ProcessType {
        name: "tunable",
        module: "examples",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "tunable", data_type: "string", flags: Flags(0) },
            Port { name: "non_tunable", data_type: "string", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "tunable", kind: KeyKind::Text, default: "", tunable: true },
            Key { name: "non_tunable", kind: KeyKind::Text, default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "video_input",
        module: "core",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
            Port { name: "image", data_type: "kwiver:image", flags: Flags(4) },
            Port { name: "metadata", data_type: "kwiver:metadata", flags: Flags(4) },
            Port { name: "frame_rate", data_type: "kwiver:frame_rate", flags: Flags(0) },
        ],
        keys: &[
            Key { name: "video_reader", kind: KeyKind::Algorithm("video_input"), default: "", tunable: false },
            Key { name: "video_filename", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "frame_time", kind: KeyKind::Float, default: "0.03333333", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "write_object_track",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "object_track_set", data_type: "kwiver:object_track_set", flags: Flags(1) },
            Port { name: "timestamp", data_type: "kwiver:timestamp", flags: Flags(0) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "writer", kind: KeyKind::Algorithm("write_object_track_set"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "write_track_descriptor",
        module: "core",
        is_cluster: false,
        inputs: &[
            Port { name: "image_file_name", data_type: "kwiver:file_name", flags: Flags(0) },
            Port { name: "track_descriptor_set", data_type: "kwiver:track_descriptor_set", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "file_name", kind: KeyKind::Text, default: "", tunable: false },
            Key { name: "writer", kind: KeyKind::Algorithm("write_track_descriptor_set"), default: "", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "zmq_transport_receive",
        module: "transport",
        is_cluster: false,
        inputs: &[],
        outputs: &[
            Port { name: "serialized_message", data_type: "kwiver:serialized_message", flags: Flags(1) },
        ],
        keys: &[
            Key { name: "port", kind: KeyKind::Int, default: "5550", tunable: false },
            Key { name: "num_publishers", kind: KeyKind::Int, default: "1", tunable: false },
            Key { name: "connect_host", kind: KeyKind::Text, default: "localhost", tunable: false },
        ],
        dynamic: &[],
    },
    ProcessType {
        name: "zmq_transport_send",
        module: "transport",
        is_cluster: false,
        inputs: &[
            Port { name: "serialized_message", data_type: "kwiver:serialized_message", flags: Flags(1) },
        ],
        outputs: &[],
        keys: &[
            Key { name: "port", kind: KeyKind::Int, default: "5550", tunable: false },
            Key { name: "expected_subscribers", kind: KeyKind::Int, default: "1", tunable: false },
        ],
        dynamic: &[],
    },
];

/// The types of data with their C++ type; empty if they have none.
#[rustfmt::skip]
pub static DATA_TYPES: &[(&str, &str)] = &[
    ("__feedback", ""),
    ("_any", ""),
    ("_data_dependent", ""),
    ("_flow_dependent/", ""),
    ("_none", ""),
    ("integer", "int32_t"),
    ("kwiver:bool", "bool"),
    ("kwiver:bounding_box", "kwiver::vital::bounding_box_d"),
    ("kwiver:corner_points", "kwiver::vital::geo_polygon"),
    ("kwiver:d_vector", "kwiver::vital::double_vector_sptr"),
    ("kwiver:database_query", "kwiver::vital::database_query_sptr"),
    ("kwiver:descriptor_request", "kwiver::vital::descriptor_request_sptr"),
    ("kwiver:descriptor_set", "kwiver::vital::descriptor_set_sptr"),
    ("kwiver:detected_object_set", "kwiver::vital::detected_object_set_sptr"),
    ("kwiver:feature_set", "kwiver::vital::feature_set_sptr"),
    ("kwiver:feature_track_set", "kwiver::vital::feature_track_set_sptr"),
    ("kwiver:file_name", "kwiver::vital::path_t"),
    ("kwiver:frame_rate", "double"),
    ("kwiver:gsd", "double"),
    ("kwiver:image", "kwiver::vital::image_container_sptr"),
    ("kwiver:image_set", "kwiver::vital::image_container_set_sptr"),
    ("kwiver:iqr_feedback", "kwiver::vital::iqr_feedback_sptr"),
    ("kwiver:logical", "bool"),
    ("kwiver:mask", "kwiver::vital::image_container_sptr"),
    ("kwiver:matrix_d", "kwiver::vital::matrix_d"),
    ("kwiver:metadata", "kwiver::vital::metadata_vector"),
    ("kwiver:object_track_set", "kwiver::vital::object_track_set_sptr"),
    ("kwiver:query_result", "kwiver::vital::query_result_set_sptr"),
    ("kwiver:r2s_homography", "kwiver::vital::f2f_homography"),
    ("kwiver:s2r_homography", "kwiver::vital::f2f_homography"),
    ("kwiver:serialized_message", "kwiver::vital::string_sptr"),
    ("kwiver:string", "kwiver::vital::string_t"),
    ("kwiver:string_vector", "kwiver::vital::string_vector_sptr"),
    ("kwiver:test:integer", "int32_t"),
    ("kwiver:timestamp", "kwiver::vital::timestamp"),
    ("kwiver:track_descriptor_set", "kwiver::vital::track_descriptor_set_sptr"),
    ("kwiver:track_set", "kwiver::vital::track_set_sptr"),
    ("kwiver:uchar_vector", ""),
    ("kwiver:video_uuid", "kwiver::vital::uid"),
    ("string", "std::string"),
    ("template:frame-number", "int"),
];

/// Names of process types that are no more, with what they are called today.
#[rustfmt::skip]
pub static STALE_TYPES: &[(&str, &str)] = &[
    ("frame_list_process", "frame_list_input"),
    ("keyframe_selection_process", "keyframe_selection"),
    ("detect_features_if_keyframe_process", "detect_features_if_keyframe"),
    ("detect_loops_process", "close_loops"),
    ("draw_detected_object_boxes", "draw_detected_object_set"),
];
